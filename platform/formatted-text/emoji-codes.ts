/*
 * The codes that are emoji, as people know them from GitHub and Slack: names and characters in turn, in the order in
 * which they're offered. Of two names for one character, the first is offered.
 */
const TABLE = [
  "grinning 😀 smiley 😃 smile 😄 grin 😁 laughing 😆 sweat_smile 😅 joy 😂 rofl 🤣 slightly_smiling_face 🙂 upside_down_face 🙃 wink 😉 blush 😊 innocent 😇 heart_eyes 😍 star_struck 🤩 kissing_heart 😘 yum 😋 stuck_out_tongue 😛 stuck_out_tongue_winking_eye 😜 money_mouth_face 🤑 hugs 🤗 thinking 🤔 shushing_face 🤫 zipper_mouth_face 🤐 neutral_face 😐 expressionless 😑 smirk 😏 unamused 😒 roll_eyes 🙄 grimacing 😬 relieved 😌 pensive 😔 sleepy 😪 sleeping 😴 mask 😷 dizzy_face 😵 exploding_head 🤯 partying_face 🥳 sunglasses 😎 nerd_face 🤓 confused 😕 worried 😟 slightly_frowning_face 🙁 open_mouth 😮 astonished 😲 flushed 😳 pleading_face 🥺 fearful 😨 disappointed 😞 cry 😢 sob 😭 scream 😱 sweat 😓 weary 😩 tired_face 😫 yawning_face 🥱 triumph 😤 rage 😡 angry 😠 see_no_evil 🙈 robot 🤖",
  "wave 👋 raised_hand ✋ ok_hand 👌 v ✌️ crossed_fingers 🤞 call_me_hand 🤙 point_left 👈 point_right 👉 point_up ☝️ point_down 👇 +1 👍 thumbsup 👍 -1 👎 thumbsdown 👎 fist ✊ facepunch 👊 clap 👏 raised_hands 🙌 handshake 🤝 pray 🙏 writing_hand ✍️ muscle 💪 eyes 👀 shrug 🤷 facepalm 🤦",
  "heart ❤️ orange_heart 🧡 yellow_heart 💛 green_heart 💚 blue_heart 💙 purple_heart 💜 black_heart 🖤 broken_heart 💔 sparkling_heart 💖 100 💯 boom 💥 dizzy 💫 zzz 💤 speech_balloon 💬",
  "dog 🐶 cat 🐱 bug 🐛 bee 🐝 bouquet 💐 rose 🌹 sunflower 🌻 tulip 🌷 seedling 🌱 four_leaf_clover 🍀 sunny ☀️ cloud ☁️ rainbow 🌈 umbrella ☔ snowflake ❄️ fire 🔥 star ⭐ sparkles ✨ zap ⚡",
  "coffee ☕ tea 🍵 pizza 🍕 cake 🍰 birthday 🎂 cookie 🍪 beer 🍺 beers 🍻 champagne 🍾 apple 🍎 tada 🎉 gift 🎁 balloon 🎈 trophy 🏆 car 🚗 truck 🚚 airplane ✈️ rocket 🚀 house 🏠 alarm_clock ⏰ hourglass ⌛ calendar 📅 iphone 📱 computer 💻 email 📧 envelope ✉️ package 📦 phone ☎️ camera 📷 mag 🔍 bulb 💡 moneybag 💰 credit_card 💳 receipt 🧾 shopping_cart 🛒 label 🏷️ pushpin 📌 paperclip 📎 link 🔗 memo 📝 lock 🔒 key 🔑 hammer 🔨 wrench 🔧 gear ⚙️ bell 🔔",
  "white_check_mark ✅ heavy_check_mark ✔️ x ❌ warning ⚠️ no_entry ⛔ question ❓ exclamation ❗ information_source ℹ️ recycle ♻️ arrow_right ➡️ arrow_left ⬅️ new 🆕",
].join(" ");

export type Emoji = { id: string; emoji: string };

let known: Map<string, string> | undefined;

/** Returns the emojis by code. Read from the table once, when they're first needed. */
function byCode(): Map<string, string> {
  if (known) return known;
  known = new Map();
  const words = TABLE.split(" ");
  for (let at = 0; at < words.length; at += 2) known.set(words[at] ?? "", words[at + 1] ?? "");
  return known;
}

/** Returns the emoji of a code without its colons. */
export const emojiOf = (code: string): string | undefined => byCode().get(code);

/** Returns the emojis whose code has all words of a search, each once. */
export function findEmoji(search: string): Emoji[] {
  const words = search.toLowerCase().split(/[\s:_]+/);
  const found = new Map<string, Emoji>();
  for (const [id, emoji] of byCode()) {
    if (!found.has(emoji) && words.every((word) => id.includes(word))) found.set(emoji, { id, emoji });
  }
  return [...found.values()];
}

/** Returns a code as words. */
export const emojiName = ({ id }: Emoji): string => id.replaceAll("_", " ");
