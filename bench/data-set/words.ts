export const LANGUAGES = ["latin", "cyrillic", "arabic", "chinese", "japanese"] as const;
export type Language = (typeof LANGUAGES)[number];

/** How many words a language has here, the commonest first. */
export const WORDS_MAX = 20_000;

type Script = { separator: string; common: string; syllables: string; lengths: readonly number[]; names: string };

const SCRIPTS: Record<Language, Script> = {
  latin: {
    separator: " ",
    common:
      "the to my is order you and it I can for a when delivery please of in not have hello thanks size was that color refund with do how parcel this we on your pay invoice but would are address still website yesterday tomorrow",
    syllables:
      "ba be bi bo bra ca ce chi co da de di dro el en fa fi for ga gen gli ha hi ia in ka ke la le li lo lu ma me mi mon na ne ni no nu o pa pe pi por qua ra re ri ro ru sa se si so sta ta te ti to tri u va ve vi vo za zi",
    lengths: [2, 3, 3, 4],
    names: "Ana Maria Jean Peter Lucía Zoë Hans Ingrid Marco Elif Björn Chloé Tomás Olga Rui Nina",
  },
  cyrillic: {
    separator: " ",
    common:
      "и в не на я что когда заказ мне как доставка это у вас можно здравствуйте спасибо по с мой вы за до но размер оплата цвет пожалуйста возврат посылка ещё адрес нет есть если будет уже почему где сайт",
    syllables:
      "ба бе би бо ва ве ви во га го да де ди до ем ен жа жи за зе и ка ке ки ко ла ле ли ло лю ма ме ми мо на не ни но об па пе пи по ра ре ри ро са се си со ст та те ти то ту фи ха хо ча че ша ши щи ю я",
    lengths: [2, 3, 3, 4],
    names: "Анна Мария Иван Пётр Ольга Сергей Елена Дмитрий Юлия Алексей Наталья Фёдор",
  },
  arabic: {
    separator: " ",
    common:
      "من في على الطلب متى هل أن إلى شكرا مرحبا التوصيل لا ما هذا كم السعر مع عن لم الدفع أريد يمكن كيف العنوان لون مقاس إرجاع الموقع رقم بعد قبل أين اليوم غدا وصل",
    syllables:
      "با بي تا تر جم حا حر خب دا در را رس زي سا سل شا شر صا صب طا عا عل غر فا فر قا قل كا كت لا لم ما مر نا نو ها هد وا ود يا يس",
    lengths: [2, 2, 3],
    names: "محمد فاطمة أحمد ليلى يوسف مريم عمر نور سارة خالد",
  },
  chinese: {
    separator: "",
    common:
      "我 的 你好 是 了 不 订单 什么时候 请问 有 在 可以 快递 谢谢 退款 尺码 颜色 发货 怎么 我们 这个 没有 地址 收到 付款 还 吗 网站 客服 今天 明天 为什么",
    syllables:
      "天 地 人 和 大 小 山 水 火 木 金 土 日 月 星 云 风 雨 雪 花 草 树 鸟 鱼 马 牛 羊 车 船 路 桥 门 窗 桌 椅 书 笔 纸 画 歌 舞 茶 酒 米 面 肉 菜 果 糖 盐 红 黄 蓝 绿 白 黑 长 短 高 低 新 旧 东 西 南 北 春 夏 秋 冬 心 手 口 目 耳 足 头 身 力 气 电 光 声 色 味 形 重 轻 快 慢 开 关 上 下 左 右 前 后 里 外 早 晚 多 少 美 好 真 善 安 平 静 动 学 问 思 想 知 行 走 跑 飞 跳 看 听 说 读 写 买 卖 送 收 换",
    lengths: [2, 2, 2, 3],
    names: "王伟 李娜 张敏 刘洋 陈静 杨磊 赵雪 周杰",
  },
  japanese: {
    separator: "",
    common:
      "は の を です に こんにちは 注文 いつ が ます 届き と 配送 ありがとう お願いします 返品 サイズ ですか この で 色 商品 支払い 確認 まだ 住所 から ください メール 今日 明日 なぜ",
    syllables:
      "あか いき うみ えだ おと かぜ きた くも けむ こえ さく しま すな せん そら たび ちから つき てら とり なつ にわ ぬの ねこ のり はな ひか ふゆ へや ほし まち みず むら めぐ もり やま ゆき よる らく りん るい れき ろう わた コー ヒー ケー キ カメ ラ テレ ビ ホテ ル 電 車 駅 道 店 本 紙 箱 服 靴 鞄 窓 机 朝 昼 夜 春 夏 秋 冬 手 足 目 声 新 古 赤 青 白 黒 高 安 長 短",
    lengths: [2, 2, 3],
    names: "田中さくら 佐藤健 鈴木美咲 高橋翔 伊藤葵 渡辺陽菜 ゆき",
  },
};

const lists = new Map<Language, readonly string[]>();

/** Numbers from 0 to 1 that are the same on every run. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const namesOf = (language: Language): string[] => SCRIPTS[language].names.split(" ");

/** The words of a language, the commonest first: some that people use, and then made-up ones. */
export function wordsOf(language: Language): readonly string[] {
  const known = lists.get(language);
  if (known) return known;
  const { common, syllables, lengths } = SCRIPTS[language];
  const pieces = syllables.split(" ");
  const random = createRandom(LANGUAGES.indexOf(language) + 1);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const words = new Set(common.split(" "));
  while (words.size < WORDS_MAX) words.add(Array.from({ length: pick(lengths) }, () => pick(pieces)).join(""));
  const list = [...words];
  lists.set(language, list);
  return list;
}

/** Phrases of a language. The word of rank n is in them about 1/n as often as the first one (Zipf's law). */
export function phrasesOf(language: Language, count: number): string[] {
  const { separator } = SCRIPTS[language];
  const words = wordsOf(language);
  const random = createRandom(LANGUAGES.indexOf(language) + 100);
  const word = () => words[Math.floor(WORDS_MAX ** random()) - 1] ?? "";
  return Array.from({ length: count }, () =>
    Array.from({ length: 3 + Math.floor(random() * 4) }, word).join(separator),
  );
}
