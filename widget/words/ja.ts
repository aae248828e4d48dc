import type { AskWords, DialogWords, LoaderWords, PanelWords, RatingWords } from "./en.ts";

export const loaderWords: LoaderWords = {
  open: "チャットを開く",
  failed: "開けません。再度お試しください。",
};

export const dialogWords: DialogWords = {
  title: "チャット",
  preview: "新しいメッセージ",
  close: "チャットを閉じる",
  retry: "もう一度試す",
};

export const ratingWords: RatingWords = {
  ask: "このチャットはいかがでしたか？",
  scores: ["とても悪い", "悪い", "普通", "良い", "とても良い"],
  more: "ほかにご意見はありますか？",
  thanks: "ご意見ありがとうございます。",
};

export const askWords: AskWords = {
  ask: "続ける前に、いくつか教えてください",
  missing: "入力してください。",
  phone: "電話番号を入力してください（例：+81 3 1234 5678）。",
  later: "まだ送信されていません。内容は保存されており、自動的に送信されます。",
};

export const panelWords: PanelWords = {
  title: "チャット",
  gone: "このチャットはご利用いただけなくなりました。別の方法でウェブサイトにお問い合わせください。",
  close: "チャットを閉じる",
  messages: "メッセージ",
  compose: "メッセージ入力",
  attach: "ファイルを添付",
  placeholder: "メッセージを入力",
  emoji: "絵文字",
  send: "送信",
  you: "あなた",
  earlier: "以前のメッセージを表示",
  earlierLoading: "以前のメッセージを読み込んでいます",
  earlierFailed: "以前のメッセージを読み込めませんでした。",
  loading: "会話を読み込んでいます",
  now: "たった今",
  sending: "送信中",
  sent: "送信済み",
  automatic: "自動送信",
  seen: "既読",
  waiting: "送信待ち",
  typing: "{name}が入力しています",
  closed: "この会話は終了しました。メッセージを書くと再開します。",
  connecting: "再接続しています…",
  offline: "オフラインです。書いた内容は保存され、接続が戻りしだい送信されます。",
  download: "会話をダウンロード",
  downloadFailed: "ダウンロードできませんでした。もう一度お試しください。",
  mute: "音を消す",
  unmute: "音を出す",
  retry: "もう一度試す",
  edit: "編集",
  left: { other: "残り{count}文字" },
  tooLong: { other: "{count}文字超えています。送信するにはメッセージを短くしてください。" },
  openUnread: { other: "チャットを開く、新着メッセージ{count}件" },
  contact: "お名前とメールアドレスを追加",
  contactByEmail: "メールでもお返事できるようにするためです。",
  contactWhy: "次のメッセージと一緒に送信されます。",
  contactHide: "お名前とメールアドレスを隠す",
  name: "お名前",
  email: "メールアドレス",
  optional: "任意",
  emailAsk: "メールアドレスを残していただければ、メールでも返信します。",
  emailSaved: "保存しました。{email} にも返信します。",
  save: "保存",
  notNow: "今はしない",
  notSaved: "保存できませんでした。もう一度お試しください。",
  dismiss: "閉じる",
  nameInvalid: "80文字以内の1行で入力してください。",
  emailInvalid: "ana@example.com のような完全なメールアドレスではありません。",

  sendOffline: "送信できませんでした。オフラインです。接続が戻り次第、送信します。",
  sendNetwork: "まだ送信されていません。接続に失敗しました。メッセージは保存されており、自動的にもう一度送信されます。",
  sendUnavailable:
    "まだ送信されていません。現在チャットを利用できません。メッセージは保存されており、自動的にもう一度送信されます。",
  sendBusy: { other: "現在メッセージが多すぎます。内容は保存されており、{count}秒後に送信されます。" },
  sendRefused: "送信できませんでした。このチャットではこのメッセージを受け付けていません。",
  sendGone:
    "送信できませんでした。このチャットはご利用いただけなくなりました。別の方法でウェブサイトにご連絡ください。",
  sendNotHere: "送信できませんでした。このチャットはこのウェブサイト用に設定されていません。",
  sendContact: "送信できませんでした。お名前とメールアドレスを確認して、もう一度お試しください。",
  sendInvalid: "送信できませんでした。送信できない内容が含まれています。編集して、もう一度お試しください。",
  sendFailed:
    "送信できませんでした。こちら側で問題が発生しましたが、メッセージは保存されています。もう一度お試しください。",

  openBusy: "リクエストが多すぎました。少し待ってから、もう一度お試しください。",
  openNotHere: "このチャットはこのウェブサイト用に設定されていません。",
  openFailed: "こちら側で問題が発生したため、以前のメッセージは表示されていません。",
};
