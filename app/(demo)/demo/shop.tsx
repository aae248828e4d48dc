import { demoCopy } from "#components/catalogs/demo.tsx";
import { SiteMark } from "#components/pictures/site-mark.tsx";
import type { PublicSite } from "#lib/sites/sites/site-by-key.system.ts";
import { Drawing, type Shape } from "./drawing.tsx";

const PRODUCTS: { price: string; shape: Shape }[] = [
  { price: "€24", shape: "mug" },
  { price: "€28", shape: "bowl" },
  { price: "€62", shape: "vase" },
  { price: "€78", shape: "teapot" },
];

type Props = { site: Pick<PublicSite, "name" | "accentColor" | "welcomeMessage"> };

/** Its colors are attributes of drawings: the page's policy allows no styles of its own. */
export function Shop({ site: { name, accentColor, welcomeMessage } }: Props) {
  return (
    <div className="shop">
      <svg className="stripe" aria-hidden="true">
        <rect width="100%" height="100%" fill={accentColor} />
      </svg>
      <header className="top">
        <a className="brand" href="#shop">
          <SiteMark name={name} color={accentColor} />
          <bdi>{name}</bdi>
        </a>
        <nav aria-label={demoCopy.navigation}>
          <a href="#tableware">{demoCopy.tableware}</a>
          <a href="#delivery">{demoCopy.delivery}</a>
          <a href="#care">{demoCopy.care}</a>
        </nav>
      </header>
      <main id="shop">
        <section className="intro">
          <h1>{demoCopy.welcome(<bdi>{name}</bdi>)}</h1>
          <p dir="auto" className="words">
            {welcomeMessage}
          </p>
        </section>
        <section aria-labelledby="tableware">
          <h2 id="tableware">{demoCopy.newProducts}</h2>
          <ul className="products">
            {PRODUCTS.map(({ shape, price }) => (
              <li key={shape}>
                <div className={`picture ${shape}`}>
                  <Drawing shape={shape} color={shape === "mug" ? accentColor : undefined} />
                </div>
                <h3>{demoCopy.products[shape].name}</h3>
                <p>
                  <span>{demoCopy.products[shape].glaze}</span> <span className="price">{price}</span>
                </p>
              </li>
            ))}
          </ul>
        </section>
        <section className="notes">
          <div>
            <h2 id="delivery">{demoCopy.delivery}</h2>
            <p>{demoCopy.deliveryText}</p>
          </div>
          <div>
            <h2 id="care">{demoCopy.care}</h2>
            <p>{demoCopy.careText}</p>
          </div>
          <div>
            <h2>{demoCopy.questions}</h2>
            <p>{demoCopy.questionsText}</p>
          </div>
        </section>
      </main>
      <footer className="bottom">
        <p>{demoCopy.footer(<bdi>{name}</bdi>)}</p>
      </footer>
    </div>
  );
}
