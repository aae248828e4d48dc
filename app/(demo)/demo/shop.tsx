import { demoCopy } from "#components/catalogs/demo.tsx";
import { Drawing, type Shape } from "./drawing.tsx";

const PRODUCTS: { price: string; shape: Shape }[] = [
  { price: "€24", shape: "mug" },
  { price: "€28", shape: "bowl" },
  { price: "€62", shape: "vase" },
  { price: "€78", shape: "teapot" },
];

export function Shop() {
  return (
    <div className="shop">
      <header className="top">
        <a className="brand" href="#shop">
          {demoCopy.shop}
        </a>
        <nav aria-label={demoCopy.navigation}>
          <a href="#tableware">{demoCopy.tableware}</a>
          <a href="#delivery">{demoCopy.delivery}</a>
          <a href="#care">{demoCopy.care}</a>
        </nav>
      </header>
      <main id="shop">
        <section className="intro">
          <h1>{demoCopy.title}</h1>
          <p>{demoCopy.intro}</p>
        </section>
        <section aria-labelledby="tableware">
          <h2 id="tableware">{demoCopy.newProducts}</h2>
          <ul className="products">
            {PRODUCTS.map(({ shape, price }) => (
              <li key={shape}>
                <div className={`picture ${shape}`}>
                  <Drawing shape={shape} />
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
        <p>{demoCopy.footer}</p>
      </footer>
    </div>
  );
}
