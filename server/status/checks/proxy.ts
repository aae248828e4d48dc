import { env } from "#platform/env.ts";
import type { Check } from "../check.ts";
import { countTraffic } from "../traffic-counts.ts";

const LEAST_REQUESTS = 20;
const ADVICE =
  "Set TRUSTED_PROXY_HOPS to the number of proxies in front (docs/operating/reverse-proxy.md), and let all requests come through them.";

/** Whether requests come through as many proxies as TRUSTED_PROXY_HOPS says. Limits and blocks need the visitors' addresses. */
export const proxy: Check = {
  name: "proxy",
  everySeconds: 300,
  async find() {
    const counts = await countTraffic("proxy ");
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
    if (all < LEAST_REQUESTS) return { state: "off", says: "Too few requests to tell." };
    const most = (what: string) => (counts.get(what) ?? 0) > all / 2;
    const { TRUSTED_PROXY_HOPS: hops } = env();
    if (most("more")) {
      const says = "Requests come through a proxy, but TRUSTED_PROXY_HOPS is 0: all visitors count as one address.";
      return { state: "warning", says, todo: ADVICE };
    }
    if (most("fewer")) {
      const says = `Requests come through fewer proxies than TRUSTED_PROXY_HOPS says (${hops}): visitors could forge their address.`;
      return { state: "warning", says, todo: ADVICE };
    }
    return {
      state: "good",
      says:
        hops === 0
          ? "Requests arrive directly, without a proxy."
          : "Requests arrive through as many proxies as TRUSTED_PROXY_HOPS says.",
    };
  },
};
