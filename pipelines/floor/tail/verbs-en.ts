// Past forms that news sentences are told in, and the verbs they come from: a question needs the plain verb.

const REGULAR_E =
  "announce acquire handle argue agree approve arrive arrange believe cause chase change charge close combine compete complete conclude continue create damage decide decline decrease declare describe destroy determine dispute divide donate emerge encourage evacuate examine exchange expire expose finance force generate hire house ignore improve include increase injure introduce invite involve issue lease license locate manage measure merge move name note notice observe oppose organise organize outline pledge practise praise prepare produce promise propose prove provide purchase raise receive recognise reduce refuse release relocate remove renovate replace require rescue resume retire rule sample save score secure seize serve settle share store subscribe supervise surprise tackle trace translate unite use value vaccinate welcome";
const REGULAR =
  "accept add adopt allow appeal appoint assist attack attend attract award borrow bomb call cancel cater claim collect commission confirm connect consider construct contain convert cover crash deliver demand deploy detain develop direct discover display earn elect employ end enter establish exceed expand expect export extend fail feature fill fund gain grant halt hand harvest help import inherit inspect install instruct interview invest jail join kill land last launch lift list load look mark offer open order overturn paint park pass perform plant print protect publish pull push reach recall recommend record recover recruit reject remain rent repair report reopen respond restart restore return reveal review reward sail select sign stage start suffer support suspend target test treat unveil visit vote warn witness work wound";
const REGULAR_Y = "apply bury carry copy deny empty identify marry modify occupy qualify study supply testify try verify";
const DOUBLED = "ban cancel drop equip plan ship slip stop travel";
const IRREGULAR =
  "began begin, beat beat, became become, bought buy, bore bear, built build, broke break, brought bring, came come, caught catch, chose choose, cost cost, cut cut, drew draw, drove drive, fell fall, felt feel, flew fly, fought fight, found find, gave give, got get, grew grow, had have, held hold, hit hit, kept keep, laid lay, led lead, left leave, lent lend, lost lose, made make, met meet, paid pay, put put, ran run, read read, rebuilt rebuild, rose rise, sank sink, saw see, sold sell, sent send, set set, shot shoot, shut shut, sought seek, spent spend, split split, spread spread, stole steal, stood stand, struck strike, swam swim, took take, taught teach, told tell, threw throw, underwent undergo, withdrew withdraw, won win, wrote write";

const listed = (verbs: string): string[] => verbs.trim().split(" ");

const PLAIN: ReadonlyMap<string, string> = new Map([
  ...listed(REGULAR_E).map(verb => [`${verb}d`, verb] as const),
  ...listed(REGULAR).map(verb => [`${verb}ed`, verb] as const),
  ...listed(REGULAR_Y).map(verb => [`${verb.slice(0, -1)}ied`, verb] as const),
  ...listed(DOUBLED).map(verb => [`${verb}${verb.slice(-1)}ed`, verb] as const),
  ...IRREGULAR.split(", ").map(pair => pair.split(" ") as [string, string]),
]);

/** The plain form of a past tense ("announced" → "announce"); undefined for a word that is not surely one. */
export const plainVerb = (past: string): string | undefined => PLAIN.get(past);
