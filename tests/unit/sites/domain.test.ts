import { expect, test } from "@playwright/test";
import { frameAncestors, hostOfDomain, originAllowed, shortDomain } from "#lib/sites/sites/domain.ts";

const OWN = "https://inbox.example";

test.describe("hostOfDomain", () => {
  const cases: [string, string | null][] = [
    ["shop.example", "shop.example"],
    ["  Shop.Example ", "shop.example"],
    ["shop.example:8080", "shop.example"],
    ["shop.example.", "shop.example"],
    ["https://shop.example/path?q=1#top", "shop.example"],
    ["//shop.example/path", "shop.example"],
    ["ftp://shop.example", "shop.example"],
    ["www.shop.example", "shop.example"],
    ["https://WWW.shop.example:443", "shop.example"],
    ["*.shop.example", "shop.example"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["app://bücher.example", "xn--bcher-kva.example"],
    ["localhost:5173", "localhost"],
    ["127.0.0.1:5173", "127.0.0.1"],
    ["http://[::1]:5173", "[::1]"],
    ["www.example", "www.example"],
    ["", null],
    ["my little shop", null],
    ["2026", null],
    ["mailto:someone", null],
    ["https://", null],
    ["shop.example,other.example", null],
    ["shop.example;script-src", null],
  ];
  for (const [domain, host] of cases) {
    test(`reads ${JSON.stringify(domain)} as ${host}`, () => {
      expect(hostOfDomain(domain)).toBe(host);
    });
  }

  test("reads no domain as no host", () => {
    expect(hostOfDomain(null)).toBeNull();
  });
});

test.describe("originAllowed", () => {
  const allowed: [string | null, string | null][] = [
    ["shop.example", "https://shop.example"],
    ["shop.example", "http://shop.example:8080"],
    ["shop.example", "https://www.shop.example"],
    ["www.shop.example", "https://shop.example"],
    ["shop.example", "https://de.shop.example"],
    ["bücher.example", "https://xn--bcher-kva.example"],
    ["shop.example", OWN],
    ["shop.example", null],
    [null, "https://anywhere.example"],
    ["my little shop", "null"],
  ];
  for (const [domain, origin] of allowed) {
    test(`lets ${origin} use a site of ${domain}`, () => {
      expect(originAllowed(domain, origin, OWN)).toBe(true);
    });
  }

  const refused: [string, string][] = [
    ["shop.example", "https://evil.example"],
    ["shop.example", "https://evilshop.example"],
    ["shop.example", "https://shop.example.evil.example"],
    ["de.shop.example", "https://shop.example"],
    ["shop.example", "null"],
    ["shop.example", ""],
    ["127.0.0.1", "https://evil.127.0.0.1"],
    ["shop.example", "http://inbox.example"],
  ];
  for (const [domain, origin] of refused) {
    test(`refuses ${JSON.stringify(origin)} for a site of ${domain}`, () => {
      expect(originAllowed(domain, origin, OWN)).toBe(false);
    });
  }
});

test.describe("frameAncestors", () => {
  test("names the host and its subdomains, in both schemes and on any port", () => {
    expect(frameAncestors("https://www.shop.example/")).toBe(
      "'self' http://shop.example:* https://shop.example:* http://*.shop.example:* https://*.shop.example:*",
    );
  });

  test("names an address without subdomains", () => {
    expect(frameAncestors("127.0.0.1:5173")).toBe("'self' http://127.0.0.1:* https://127.0.0.1:*");
  });

  test("names the parent domain of a host with an underscore, which no policy can contain", () => {
    expect(frameAncestors("my_shop.shops.example")).toBe("'self' http://*.shops.example:* https://*.shops.example:*");
    expect(frameAncestors("a.my_shop.x_y.shops.example")).toBe(
      "'self' http://*.shops.example:* https://*.shops.example:*",
    );
    for (const domain of ["__proto__", "my_shop.example", "shop.my_example"]) {
      expect(frameAncestors(domain)).toBeUndefined();
    }
  });

  test("lets any page embed a site whose domain names no host", () => {
    expect(frameAncestors(null)).toBeUndefined();
    expect(frameAncestors("a;script-src *")).toBeUndefined();
    expect(frameAncestors("[::1]")).toBeUndefined();
  });
});

test.describe("shortDomain", () => {
  const cases: [string, string][] = [
    ["", ""],
    ["fjord.example", "fjord.example"],
    ["https://www.fjord.example/shop", "fjord.example"],
    ["//Fjord.Example:8080?a=1#b", "fjord.example"],
    [" fjord.example. ", "fjord.example"],
    ["*.fjord.example", "fjord.example"],
    ["https://münchen.example/", "münchen.example"],
    ["http://localhost:3000", "localhost"],
    ["http://[::1]:3000/", "[::1]"],
    ["https://me:secret@fjord.example/", "fjord.example"],
    ["not a host", "not a host"],
    ["2026", "2026"],
  ];
  for (const [domain, short] of cases) {
    test(`"${domain}" is shown as "${short}"`, () => {
      expect(shortDomain(domain)).toBe(short);
      expect(hostOfDomain(shortDomain(domain))).toBe(hostOfDomain(domain));
    });
  }
});
