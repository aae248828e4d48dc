import type { ReactNode } from "react";
import { catalog } from "#platform/catalog.ts";

/** The demo shop that a site's chat can be tried on. */
export const demoCopy = catalog("demo", {
  title: "Demo shop",
  description: "A shop page to try the chat on.",
  navigation: "Shop",
  tableware: "Tableware",
  delivery: "Delivery",
  care: "Care",
  welcome: (name: ReactNode) => <>Welcome to {name}</>,
  newProducts: "New from the kiln",
  products: {
    mug: { name: "Everyday mug", glaze: "House color" },
    bowl: { name: "Breakfast bowl", glaze: "Moss" },
    vase: { name: "Tall vase", glaze: "Rust" },
    teapot: { name: "Teapot for two", glaze: "Slate" },
  },
  deliveryText: "Within four working days. Free from €60, and we replace anything that breaks on the way.",
  careText: "Stoneware, fired at 1,240 degrees. Safe in the oven, the microwave and the dishwasher.",
  questions: "Questions",
  questionsText: "Ask us in the chat at the bottom of this page. It goes straight to our inbox.",
  footer: (name: ReactNode) => <>A made-up shop for trying {name}’s chat. Nothing here is for sale.</>,

  wrongKey: "There’s no site with this key",
  missingKey: "Which chat do you want to try?",
  missingKeyHint: (address: ReactNode) => (
    <>This page shows a small shop with your chat on it. Open it as {address}, with the key of one of your sites.</>
  ),
  whereIsKey: (link: (label: string) => ReactNode) => (
    <>You’ll find the key in each site’s script tag. {link("Open sites")}</>
  ),
});
