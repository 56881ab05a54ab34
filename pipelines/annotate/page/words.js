// Texts of the interface, in both languages.

/** @import { BilingualText } from "../form.ts" */

/** @satisfies {Record<string, BilingualText>} */
export const words = {
  skip: { zh: "跳到表单", en: "Skip to the form" },
  list: { zh: "任务列表", en: "Tasks" },
  help: { zh: "帮助", en: "Help" },
  close: { zh: "关闭", en: "Close" },
  switchLanguage: { zh: "Switch to English", en: "切换到中文" },
  otherLanguage: { zh: "English", en: "中文" },
  changeName: { zh: "换一个名字", en: "Change name" },
  progress: { zh: "进度", en: "Progress" },
  saved: { zh: "已保存", en: "Saved" },
  saving: { zh: "正在保存…", en: "Saving…" },
  away: { zh: "未保存，正在重试", en: "Not saved, retrying" },
  unkept: { zh: "未保存，请勿关闭本页", en: "Not saved: keep this page open" },
  failed: { zh: "未保存：服务器拒绝保存", en: "Not saved: rejected by the server" },
  search: { zh: "搜索问题开头", en: "Search the opening words" },
  all: { zh: "全部", en: "All" },
  open: { zh: "未完成", en: "Open" },
  done: { zh: "已完成", en: "Done" },
  noneFound: { zh: "没有符合条件的任务", en: "No matching tasks" },
  begun: { zh: "已开始", en: "Started" },
  notBegun: { zh: "未开始", en: "Not started" },
  task: { zh: "任务", en: "Task" },
  form: { zh: "您的判断", en: "Your verdict" },
  question: { zh: "问题", en: "Question" },
  answer: { zh: "答案", en: "Answer" },
  referenceAnswer: { zh: "参考答案", en: "Reference answer" },
  response: { zh: "系统的回答", en: "The system's answer" },
  keypoints: { zh: "要点", en: "Keypoints" },
  references: { zh: "引文", en: "References" },
  documents: { zh: "文档", en: "Documents" },
  drafts: { zh: "待排名的文稿", en: "Drafts to rank" },
  notShown: { zh: "该文档不在这一批任务中", en: "Its document is not part of this batch" },
  previous: { zh: "上一个", en: "Previous" },
  next: { zh: "下一个", en: "Next" },
  toForm: { zh: "去填写", en: "Go to the form" },
  submit: { zh: "提交并继续", en: "Submit and continue" },
  submitShort: { zh: "提交", en: "Submit" },
  submitAgain: { zh: "重新提交", en: "Submit again" },
  reopened: {
    zh: "提交后又有改动，请重新提交。",
    en: "Changed since you submitted it: please submit it again.",
  },
  submitted: {
    zh: "已提交。仍可修改，修改后请重新提交。",
    en: "Submitted. You can still change it; if you do, submit it again.",
  },
  missing: { zh: "请填写这一项。", en: "Please fill this in." },
  unchanged: {
    zh: "还没有改动：请改好，或者换一个选项。",
    en: "Nothing has been changed: edit the text, or choose another option.",
  },
  incomplete: {
    zh: "还有未填好的项目，已标出。",
    en: "Some fields are incomplete; they are marked.",
  },
  tooLong: {
    zh: "原文太长，无法放在这里修改；请在此写出新的全文。",
    en: "The text is too long to edit here: please write the complete new text here.",
  },
  hiddenCharacters: { zh: "含有不可见字符：", en: "Contains invisible characters:" },
  conflict: {
    zh: "您在另一个标签页中保存了不同的判断，现在显示的是那一份；您在此处填写的内容仍然保留。",
    en: "You saved a different verdict in another tab, and it is shown now. What you entered here has been kept.",
  },
  useMine: { zh: "改用此处填写的内容", en: "Use what I entered here" },
  dropMine: { zh: "放弃此处填写的内容", en: "Discard what I entered here" },
  wasIncomplete: {
    zh: "有一个任务尚未填写完整，未能提交，已标为“已开始”。",
    en: "A task could not be submitted because it was incomplete. It is marked as started.",
  },
  cannotOpen: {
    zh: "暂时无法打开：服务器没有响应，正在重试。",
    en: "Cannot open this right now: the server is not responding. Retrying…",
  },
  allDone: { zh: "全部完成", en: "All done" },
  sendBack: {
    zh: "请关闭服务器（在终端按 Ctrl+C），把您收到的整个文件夹发回；只发回其中的 verdicts.jsonl 也可以。",
    en: "Stop the server (Ctrl+C in its terminal) and send back the folder you were given; its verdicts.jsonl alone is enough.",
  },
  mayChange: {
    zh: "发回之前，任何任务都可以重新打开修改。",
    en: "Until then, you can reopen and change any task.",
  },
  stillSaving: {
    zh: "还有改动未保存到服务器，请先不要关闭本页。",
    en: "Some changes have not reached the server yet: please keep this page open.",
  },
  empty: { zh: "这一批里没有任务。", en: "There are no tasks in this batch." },
  yourName: { zh: "您的名字", en: "Your name" },
  whyName: {
    zh: "您的判断会记在这个名字下。多人共用时，每个人用自己的名字，互不影响。",
    en: "Your verdicts are stored under this name. If several people share a batch, each uses their own name and cannot affect the others.",
  },
  begin: { zh: "开始", en: "Start" },
  tokenTitle: { zh: "需要密钥", en: "Key required" },
  whyToken: {
    zh: "请使用启动服务器的人发给您的完整链接打开，或者把其中的密钥填在这里。",
    en: "Open the full link from the person who runs the server, or enter the key from it here.",
  },
  token: { zh: "密钥", en: "Key" },
  goOn: { zh: "继续", en: "Continue" },
  keys: { zh: "键盘快捷键", en: "Keyboard shortcuts" },
};

/** @param {number} count @returns {BilingualText} */
export const omissionWords = count => ({
  zh: `显示省略的 ${count.toLocaleString("zh-CN")} 个字符`,
  en: `Show ${count.toLocaleString("en")} omitted characters`,
});

/** @param {{ done: number, all: number }} counts @returns {BilingualText} */
export const progressWords = ({ done, all }) => ({
  zh: `已完成 ${done} / ${all}`,
  en: `${done} of ${all} done`,
});

/** @param {{ position: number, all: number }} counts @returns {BilingualText} */
export const positionWords = ({ position, all }) => ({
  zh: `第 ${position} 个，共 ${all} 个`,
  en: `Task ${position} of ${all}`,
});

/** @param {number} number @returns {BilingualText} */
export const referenceWords = number => ({
  zh: `跳到引文 ${number}`,
  en: `Go to reference ${number}`,
});

/** Each key with its action, for the help. @type {readonly (readonly [string, BilingualText])[]} */
export const keyHelp = [
  [
    "0 – 9",
    {
      zh: "为当前项选择：分数按分值，其他按顺序；下一项若未填，则移到下一项",
      en: "choose an option of the current field, a score by its value, any other by its position; then move to the next field if it is empty",
    },
  ],
  ["↑ ↓ Tab", { zh: "在各项之间移动", en: "move between fields" }],
  ["⌫", { zh: "清除当前项", en: "clear the current field" }],
  ["Enter", { zh: "提交并打开下一个未完成的任务", en: "submit and open the next unfinished task" }],
  ["Ctrl Enter", { zh: "在输入框里提交", en: "submit from within a text field" }],
  ["J K", { zh: "下一个或上一个任务", en: "next or previous task" }],
  ["U", { zh: "下一个未完成的任务", en: "next unfinished task" }],
  ["R", { zh: "依次查看引文", en: "go through the references" }],
  ["E", { zh: "编辑文字", en: "edit the text" }],
  ["N", { zh: "写备注", en: "write a remark" }],
  ["Esc", { zh: "离开输入框或关闭窗口", en: "leave a text field or close a dialog" }],
  ["/", { zh: "搜索任务", en: "search the tasks" }],
  ["L", { zh: "切换语言", en: "switch the language" }],
  ["?", { zh: "显示或关闭帮助", en: "show or close this help" }],
];
