import { Drawing, type Shape } from "./drawing.tsx";

const PRODUCTS: { name: string; glaze: string; price: string; shape: Shape }[] = [
  { name: "Everyday mug", glaze: "Oat", price: "€24", shape: "mug" },
  { name: "Breakfast bowl", glaze: "Moss", price: "€28", shape: "bowl" },
  { name: "Tall vase", glaze: "Rust", price: "€62", shape: "vase" },
  { name: "Teapot for two", glaze: "Slate", price: "€78", shape: "teapot" },
];

export function Shop() {
  return (
    <div className="shop">
      <header className="top">
        <a className="brand" href="#shop">
          Kiln Street Pottery
        </a>
        <nav aria-label="Shop">
          <a href="#tableware">Tableware</a>
          <a href="#delivery">Delivery</a>
          <a href="#care">Care</a>
        </nav>
      </header>
      <main id="shop">
        <section className="intro">
          <h1>Plates, bowls and mugs for every day</h1>
          <p>
            Thrown by hand in small batches, glazed in four colours, and made to go in the dishwasher. Each piece is a
            little different from the next.
          </p>
        </section>
        <section aria-labelledby="tableware">
          <h2 id="tableware">New from the kiln</h2>
          <ul className="products">
            {PRODUCTS.map((product) => (
              <li key={product.name}>
                <div className={`picture ${product.shape}`}>
                  <Drawing shape={product.shape} />
                </div>
                <h3>{product.name}</h3>
                <p>
                  <span>{product.glaze}</span> <span className="price">{product.price}</span>
                </p>
              </li>
            ))}
          </ul>
        </section>
        <section className="notes">
          <div>
            <h2 id="delivery">Delivery</h2>
            <p>Within four working days. Free from €60, and what breaks on the way is replaced.</p>
          </div>
          <div>
            <h2 id="care">Care</h2>
            <p>Stoneware, fired at 1,240 degrees. Safe in the oven, the microwave and the dishwasher.</p>
          </div>
          <div>
            <h2>Questions</h2>
            <p>Ask us in the chat, at the bottom of this page. It goes straight to the workshop.</p>
          </div>
        </section>
      </main>
      <footer className="bottom">
        <p>An invented shop, for trying the chat. Nothing here is for sale.</p>
      </footer>
    </div>
  );
}
