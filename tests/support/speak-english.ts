import { speak } from "../../widget/panel/words.ts";
import { panelWords } from "../../widget/words/en.ts";

speak("en", panelWords);
