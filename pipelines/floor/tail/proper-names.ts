// How names of persons look in both languages.

type Language = "zh" | "en";

const surnames =
  "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖萧田董潘袁于余叶蒋杜苏魏程吕丁沈任姚卢傅钟姜崔谭廖范汪陆金石戴贾韦夏邱方侯邹熊孟秦白江阎薛尹段雷黎史龙陶贺顾毛郝龚邵万钱严覃武戚莫孔向汤温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷曲盛冉翁蓝骆路游辛靳管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤时阳穆农司卓古吉缪简车项连芦麦褚娄窦戎岑景党宫费卜冷晏席卫米柏宗瞿桂全佟应臧闵苟邬边卞姬师仇栾隋商刁沙荣巫寇桑郎甄丛仲虞敖巩明佘池查麻苑迟邝官封谈匡鞠惠荆乐冀郁胥南班储原栗燕楚鄢劳谌奚皮粟冼蔺楼盘满闻位厉伊阚伏禹茅湛水贝平廉";
const compound = "欧阳|司徒|上官|诸葛|司马|夏侯|尉迟|皇甫|慕容|东方|令狐|公孙";
/** A Chinese personal name, written out or veiled ("谈某", "禹某某"). */
const hanName = `(?:(?:${compound})|[${surnames}])(?:某{1,2}[甲乙丙丁]?|\\p{Script=Han}{1,2})`;
const latinPart = "(?:[A-Z]\\.|(?:[A-Z]['’])?[A-Z][\\p{Ll}'’]+(?:-[A-Z][\\p{Ll}'’]+)?)";
const title = "(?:(?:Mr|Mrs|Ms|Miss|Dr|Hon|Prof|Professor|Captain|Judge)\\.?\\s+)";
/** An English personal name of two to four parts, with a title or without. */
const latinName = `(?:${title})?${latinPart}(?:\\s+(?:de|van|von|der|al|bin|la)(?=\\s))?(?:\\s+${latinPart}){1,3}`;

const wholeHanName = new RegExp(`^${hanName}(?:医生|医师|护士|律师|法官|检察官|先生|女士)?$`, "u");
const wholeLatinName = new RegExp(`^(?:${latinName}|${title}${latinPart})$`, "u");

/** Everyday words that begin with the sign of a surname. */
const hanWords =
  /^(?:陈述|高度|高管|方式|方面|方案|时间|时候|白色|金额|于是|成年|马上|安全|平时|任何|何时|温度|水平|包括|毛利|危险|向来|史料|易于|花费|严重|和解|许可|路口|路人|顾客|司机|车主|房东|房主|应当|万元|全部|公司|项目|程序|单位|党员|费用|明确|解释|左右|庭长|农民|舒适|相关|关于|管理|温和|元件|经理|计算|计划|施工|常规|常见|都是|能够|云南|江苏|湖南|广州|干部|牛奶|贾某等|毕业|武器|季度|年度|宁静|雷同|符合|倪等|元旦|明显|双方|支付|沙发|景区|习惯|封闭|乐观|官员|全体|国家|黄金|黄色|石头|汤药|段落|宣布|单独|马路)$/;
const latinWords =
  /\b(?:Accounts?|Accident|Police|Report|Evidence|Records?|Street|Case|Crime|Law|Project|Company|Statement|Testimon\w+|Footage|Data|Date|Department|Analysis|Court|Judge|Article|History|Report)\b/;

export const isPersonName = (text: string, language: Language): boolean => {
  const name = text.trim();
  return language === "zh" ? wholeHanName.test(name) && !hanWords.test(name) : wholeLatinName.test(name) && !latinWords.test(name.replace(/^Judge\s/, ""));
};
