/** One message, and the minutes since the previous one. */
type Line = [from: "visitor" | "owner", minutes: number, text: string];

export type SeedConversation = {
  site: "pottery" | "bikes";
  visitor: { name?: string; email?: string; externalId?: string };
  page: string;
  /** How many minutes ago the last message was sent. */
  ago: number;
  status?: "closed";
  /** How many of the visitor's last messages are unread. */
  unread?: number;
  lines: Line[];
};

export const SEED_SITES = {
  pottery: {
    name: "Linden Pottery",
    domain: "linden-pottery.example",
    accentColor: "#b4532a",
    welcomeMessage: "Hello from the workshop. Ask us about glazes, orders or visiting; we reply within the day.",
  },
  bikes: {
    name: "Northside Bikes",
    domain: "www.northside-bikes.example",
    accentColor: "#0f766e",
    welcomeMessage: "Hi! Need a part, a repair or advice? Send us a message.",
  },
} as const;

const POTTERY = "https://linden-pottery.example";
const BIKES = "https://www.northside-bikes.example";

export const SEED_CONVERSATIONS: SeedConversation[] = [
  {
    site: "pottery",
    visitor: { name: "Maren Holt", email: "maren.holt@example.net" },
    page: `${POTTERY}/mugs/speckled-oat`,
    ago: 4,
    unread: 2,
    lines: [
      ["visitor", 0, "Hi, is the speckled oat mug dishwasher safe?"],
      [
        "visitor",
        1,
        "And would two of them fit in one box, or are they sent separately? They are a present for my parents and I would love for them to arrive together.",
      ],
    ],
  },
  {
    site: "bikes",
    visitor: { name: "高橋 美咲", email: "misaki.t@example.jp" },
    page: `${BIKES}/parts/saddles?width=155`,
    ago: 17,
    unread: 1,
    lines: [
      ["visitor", 0, "こんにちは。155mm幅のサドルは在庫がありますか？"],
      ["owner", 6, "こんにちは、高橋さん。はい、黒が3点、茶が1点あります。"],
      [
        "visitor",
        4,
        "ありがとうございます。茶色をお願いしたいのですが、日本への送料はいくらになりますか？関税についても教えていただけると助かります。",
      ],
    ],
  },
  {
    site: "pottery",
    visitor: { email: "j.okafor@example.com" },
    page: `${POTTERY}/checkout`,
    ago: 38,
    unread: 3,
    lines: [
      ["visitor", 0, "Checkout keeps telling me my postcode is wrong"],
      ["visitor", 2, "It is EH6 6LX. I tried with and without the space."],
      ["visitor", 9, "Never mind about the space, it seems to dislike the whole of Scotland :)"],
    ],
  },
  {
    site: "bikes",
    visitor: { name: "ليلى منصور", email: "layla.m@example.org" },
    page: `${BIKES}/ar/service`,
    ago: 66,
    lines: [
      ["visitor", 0, "مرحبا، هل يمكنني حجز موعد لصيانة دراجتي يوم السبت القادم؟ الفرامل الخلفية تصدر صوتا مزعجا."],
      ["owner", 12, "أهلا ليلى، نعم لدينا موعد الساعة ١١ صباحا. هل يناسبك؟"],
      ["visitor", 3, "ممتاز، شكرا جزيلا!"],
    ],
  },
  {
    site: "bikes",
    visitor: { name: "Tomás Ibarra", externalId: "customer-20418" },
    page: `${BIKES}/account/orders/20418`,
    ago: 142,
    lines: [
      ["visitor", 0, "Buenas, mi pedido 20418 aparece como entregado pero no ha llegado nada. ¿Podéis mirarlo?"],
      ["owner", 21, "Hola Tomás, lo estoy mirando con la mensajería. Te digo algo hoy mismo."],
      ["visitor", 2, "Perfecto, gracias. Estoy en casa toda la tarde."],
    ],
  },
  {
    site: "pottery",
    visitor: {
      name: "Friederike Achterberg-Wohlleben",
      email: "friederike.achterberg-wohlleben@lange-adresse.example",
    },
    page: `${POTTERY}/de/kurse/drehen-fuer-anfaenger`,
    ago: 205,
    unread: 1,
    lines: [
      [
        "visitor",
        0,
        "Guten Tag,\n\nich möchte meiner Schwester zum Geburtstag einen Platz im Kurs „Drehen für Anfänger“ schenken. Dazu habe ich ein paar Fragen:\n\n1. Gibt es Gutscheine, die man ausdrucken kann?\n2. Wie lange sind sie gültig?\n3. Kann sie den Termin selbst aussuchen, auch am Wochenende?\n4. Sie ist Linkshänderin. Ist das ein Problem an der Scheibe?\n\nWir wohnen etwa zwei Stunden entfernt und würden gern zu zweit kommen, falls noch ein zweiter Platz frei ist. Ich selbst habe vor Jahren einmal getöpfert und könnte auch in einem Fortgeschrittenenkurs mitmachen, wenn er am selben Tag stattfindet.\n\nHerzliche Grüße\nFriederike Achterberg-Wohlleben",
      ],
    ],
  },
  {
    site: "bikes",
    visitor: { name: "Piotr" },
    page: `${BIKES}/workshop`,
    ago: 320,
    lines: [
      ["visitor", 0, "do you true wheels while i wait"],
      ["owner", 8, "Yes, most days before noon. It takes about half an hour and costs 15."],
      ["visitor", 1, "see you tomorrow then"],
      ["owner", 1, "See you tomorrow."],
    ],
  },
  {
    site: "pottery",
    visitor: { name: "Chiara Bellini", email: "chiara@bellini.example" },
    page: `${POTTERY}/plates/dinner-set`,
    ago: 60 * 22,
    lines: [
      ["visitor", 0, "Salve! Il servizio da dodici è disponibile anche in verde salvia?"],
      ["owner", 34, "Buongiorno Chiara, sì, ma ci servono circa tre settimane."],
      ["visitor", 240, "Va benissimo, lo ordino oggi. Grazie mille 🌿"],
    ],
  },
  {
    site: "bikes",
    visitor: { name: "Aoife Brennan", email: "aoife.brennan@example.ie" },
    page: `${BIKES}/bikes/commuter-3?size=m&color=slate`,
    ago: 60 * 26,
    unread: 1,
    lines: [
      ["visitor", 0, "Is the Commuter 3 in medium the right size for someone 1.71 m with long legs?"],
      ["owner", 15, "Usually yes. If your inseam is over 82 cm the large may suit you better. Do you know it?"],
      [
        "visitor",
        60 * 5,
        "Just measured, 84 cm. So the large? I have linked it here: https://www.northside-bikes.example/bikes/commuter-3?size=l",
      ],
    ],
  },
  {
    site: "pottery",
    visitor: {},
    page: `${POTTERY}/`,
    ago: 60 * 30,
    lines: [["visitor", 0, "hello?"]],
  },
  {
    site: "pottery",
    visitor: { name: "Linh Trần", email: "linh.tran@example.vn" },
    page: `${POTTERY}/care`,
    ago: 60 * 49,
    lines: [
      ["visitor", 0, "Chào shop, mình lỡ để chén trong lò vi sóng 10 phút, men có bị ảnh hưởng không ạ?"],
      ["owner", 45, "Hello Linh, the glaze is fine with that. Only sudden cold afterwards can crack it."],
      ["visitor", 12, "May quá, cảm ơn shop nhiều!"],
    ],
  },
  {
    site: "bikes",
    visitor: { name: "Søren Kjær", email: "soren@kjaer.example" },
    page: `${BIKES}/gift-cards`,
    ago: 60 * 75,
    status: "closed",
    lines: [
      ["visitor", 0, "Can I use two gift cards on one order?"],
      ["owner", 5, "You can use as many as you like, one after the other."],
      ["visitor", 2, "Great, that is all."],
    ],
  },
  {
    site: "bikes",
    visitor: { name: "Камила Ахметова" },
    page: `${BIKES}/ru/helmets`,
    ago: 60 * 99,
    status: "closed",
    lines: [
      ["visitor", 0, "Здравствуйте! Какой размер шлема нужен ребёнку 6 лет, окружность головы 52 см?"],
      ["owner", 18, "Здравствуйте, Камила. Вам подойдёт размер S, он рассчитан на 50–54 см."],
      ["visitor", 4, "Спасибо большое"],
    ],
  },
  {
    site: "pottery",
    visitor: { name: "Dev Raman", email: "dev@raman.example" },
    page: `${POTTERY}/wholesale`,
    ago: 60 * 140,
    lines: [
      [
        "visitor",
        0,
        "We run three cafés in Leeds and would like about 120 espresso cups with our mark on the base. Who should I talk to?",
      ],
      ["owner", 55, "That would be me. Could you send the mark as a drawing, and say by when you need them?"],
      ["visitor", 60 * 20, "Will do on Monday. No rush, spring is fine."],
    ],
  },
  {
    site: "pottery",
    visitor: { name: "김서연", email: "seoyeon@example.kr" },
    page: `${POTTERY}/vases/moon-jar`,
    ago: 60 * 190,
    status: "closed",
    lines: [
      ["visitor", 0, "달항아리 큰 사이즈는 언제 다시 입고되나요?"],
      ["owner", 90, "안녕하세요, 다음 달 초에 가마를 엽니다. 하나 남겨 둘까요?"],
      ["visitor", 30, "네, 부탁드려요! 감사합니다."],
    ],
  },
  {
    site: "bikes",
    visitor: { name: "Rosalind Achebe", email: "r.achebe@example.com" },
    page: `${BIKES}/parts/chains`,
    ago: 60 * 260,
    status: "closed",
    lines: [
      ["visitor", 0, "Which chain fits a 9-speed cassette from 2014?"],
      ["owner", 11, "Any 9-speed chain does. Count the links of the old one before you order."],
      ["visitor", 3, "114. Thank you for replying so quickly."],
    ],
  },
];
