// Label lines and table cells planted in documents of our own, with what each question on them must be answered with.

export interface Planted {
  readonly name: string;
  readonly language: "zh" | "en";
  /** Markdown. */
  readonly source: string;
  /** Label, "label < heading" or "row × column" of what may be asked for, and all that must then be answered. */
  readonly places: Readonly<Record<string, string>>;
  /** The same of what must not be asked for, and why. */
  readonly traps: Readonly<Record<string, string>>;
}

export const planted: readonly Planted[] = [
  {
    name: "pump-station-7.md",
    language: "en",
    source: `# Pump station 7

## Site
Operator: Larrow Water Board
Grid reference: NT 2741 8830
Elevation: −3.5 m
Catchment area: 18.4 km²
Opened: 3 May 1987
Normal flow: 120–140 litres per second
Maximum flow: 310 l/s if both gates are open
Fee for readings: €45 per reading
Sluice width: 4 m 20 cm
Contact: see above
Inspector: Ada Lorne

## Water sample
- **Date of sample:** 12 October 2024
- **Colony count:** 2.4 × 10<sup>9</sup> per litre
- **pH:** 7.2
- **Nitrate:** 38 mg/l (limit 50 mg/l)
- **Lead:** < 0.5 µg/l
- **Hardness:** 14 °dH
- **Odour:** [to be filled in]
- **Turbidity:** 0.9 NTU*
- **Taken by:** J. Orme and P. Vance

## Approval
Name: Ruth Calder
Office: Room 4.12
Signed on: 14 October 2024

## Deputy
Name: Tomas Brill
Office: Room 4.13
Extension: 2207

Remarks follow.
`,
    places: {
      "Operator < Site": "Larrow Water Board",
      "Grid reference < Site": "NT 2741 8830",
      "Elevation < Site": "−3.5 m",
      "Catchment area < Site": "18.4 km²",
      "Opened < Site": "3 May 1987",
      "Normal flow < Site": "120–140 litres per second",
      "Maximum flow < Site": "310 l/s if both gates are open",
      "Fee for readings < Site": "€45 per reading",
      "Sluice width < Site": "4 m 20 cm",
      "Inspector < Site": "Ada Lorne",
      "Date of sample < Water sample": "12 October 2024",
      "Colony count < Water sample": "2.4 × 10⁹ per litre",
      "pH < Water sample": "7.2",
      "Nitrate < Water sample": "38 mg/l (limit 50 mg/l)",
      "Lead < Water sample": "< 0.5 µg/l",
      "Hardness < Water sample": "14 °dH",
      "Taken by < Water sample": "J. Orme and P. Vance",
      "Name < Approval": "Ruth Calder",
      "Office < Approval": "Room 4.12",
      "Signed on < Approval": "14 October 2024",
      "Name < Deputy": "Tomas Brill",
      "Office < Deputy": "Room 4.13",
    },
    traps: {
      "Contact < Site": "it points elsewhere",
      "Odour < Water sample": "nobody filled it in",
      "Turbidity < Water sample": "a note belongs to it",
      "Extension < Deputy": "what follows may belong to it",
    },
  },
  {
    name: "lease-terms.md",
    language: "en",
    source: `# Lease of the Harbour Mill

The parties agree as follows. Rent: 900 pounds. It rises each year.

## Terms
Rent: £1,250 per month, plus heating
Deposit: £3,750, returned within 30 days
Late fee: 2% of the rent for each week
Term: 36 months from 1 June 2025
Break clause: only if both parties agree in writing
Lessee: Orla Finch and
Keys: 4 (two for the gate)
Guarantor: none
Valuation: 1.2 million in 2019
Licence: HM-2025/118

## Reading
Heat: 4.5 MWh¹
Water: 112 m³
Power: 3,400 kWh
Rent: £80 for the meter

# Annex
`,
    places: {
      "Deposit < Terms": "£3,750, returned within 30 days",
      "Rent < Terms": "£1,250 per month, plus heating",
      "Late fee < Terms": "2% of the rent for each week",
      "Term < Terms": "36 months from 1 June 2025",
      "Break clause < Terms": "only if both parties agree in writing",
      "Keys < Terms": "4 (two for the gate)",
      "Valuation < Terms": "1.2 million in 2019",
      "Licence < Terms": "HM-2025/118",
      "Water < Reading": "112 m³",
      "Power < Reading": "3,400 kWh",
      "Rent < Reading": "£80 for the meter",
    },
    traps: {
      "Lessee < Terms": "it goes on somewhere",
      "Guarantor < Terms": "it may be left empty",
      "Heat < Reading": "the raised digit is a note's",
      Rent: "three lines bear the label",
    },
  },
  {
    name: "ferry-figures.md",
    language: "en",
    source: `# Ferry figures

## Traffic by harbour

Revenue in EUR million

| Harbour | Revenue | Passengers (thousand) | Share (%) | Opened |
| --- | --- | --- | --- | --- |
| Brack Point | 14.2 | 310 | 22.5 | 1911 |
| Old Sound | (0.8) | 95 | 6.9 | 1934 |
| Nether Quay | 31.05 | 702 | 50.9 | 1958 |
| Total | 44.45 | 1,107 | 80.3 | |

## Fares

| Class | Single | Return |
| --- | --- | --- |
| Foot passenger | £4.20 | £7.50 |
| Bicycle | £1.00 if folded | £2.00 |
| Car up to 5 m | £18 per car | – |

## Crew

| Ship | Master | Crew | Crew |
| --- | --- | --- | --- |
| Alder | Nils Hoy | 12 | 14 |
| Birch | Mara Sund | 9 | 11 |
`,
    places: {
      "Brack Point × Revenue": "14.2 (Revenue in EUR million)",
      "Old Sound × Revenue": "(0.8) (Revenue in EUR million)",
      "Nether Quay × Revenue": "31.05 (Revenue in EUR million)",
      "Brack Point × Passengers (thousand)": "310 (thousand)",
      "Old Sound × Passengers (thousand)": "95 (thousand)",
      "Nether Quay × Passengers (thousand)": "702 (thousand)",
      "Brack Point × Share (%)": "22.5%",
      "Old Sound × Share (%)": "6.9%",
      "Nether Quay × Share (%)": "50.9%",
      "Foot passenger × Single": "£4.20",
      "Bicycle × Single": "£1.00 if folded",
      "Car up to 5 m × Single": "£18 per car",
      "Foot passenger × Return": "£7.50",
      "Bicycle × Return": "£2.00",
      "Alder × Master": "Nils Hoy",
      "Birch × Master": "Mara Sund",
    },
    traps: {
      "Total × Revenue": "a total is nobody's",
      "Car up to 5 m × Return": "the cell is empty",
      "Alder × Crew": "two columns bear the name",
      "Brack Point × Opened": "the unit of the caption is not its own",
    },
  },
  {
    name: "水厂月报.md",
    language: "zh",
    source: `# 青石水厂月报

## 基本情况
厂长：顾临川
投产日期：1998年7月1日
设计供水量：每日12万立方米
水价：每立方米2.85元（含污水处理费）
阶梯水价：每户每月超过20立方米的，按4.10元计
漏损率：8.6%
海拔：−12米
备用电源：无
联系方式：同上
总值班室：3号楼二层

## 水质
菌落总数：3.1×10<sup>3</sup> CFU/mL
余氯：0.3～0.5 mg/L
浊度：0.12 NTU

# 附表

单位：万元

| 项目 | 2022年 | 2023年 | 同比增长率 |
| --- | --- | --- | --- |
| 管网维修 | 1,204.6 | 1,318.0 | 9.4 |
| 药剂采购 | 86.2 | (3.5) | |
| 合计 | 1,290.8 | 1,314.5 | 1.8 |
`,
    places: {
      "厂长 < 基本情况": "顾临川",
      "投产日期 < 基本情况": "1998年7月1日",
      "设计供水量 < 基本情况": "每日12万立方米",
      "水价 < 基本情况": "每立方米2.85元（含污水处理费）",
      "阶梯水价 < 基本情况": "每户每月超过20立方米的，按4.10元计",
      "漏损率 < 基本情况": "8.6%",
      "海拔 < 基本情况": "−12米",
      "总值班室 < 基本情况": "3号楼二层",
      "菌落总数 < 水质": "3.1×10³ CFU/mL",
      "余氯 < 水质": "0.3～0.5 mg/L",
      "浊度 < 水质": "0.12 NTU",
      "管网维修 × 2022年": "1,204.6 (单位：万元)",
      "管网维修 × 2023年": "1,318.0 (单位：万元)",
      "药剂采购 × 2022年": "86.2 (单位：万元)",
      "药剂采购 × 2023年": "(3.5) (单位：万元)",
    },
    traps: {
      "备用电源 < 基本情况": "未必是值",
      "联系方式 < 基本情况": "另有所指",
      "管网维修 × 同比增长率": "单位不是万元",
      "合计 × 2022年": "合计不属于任何一行",
    },
  },
];
