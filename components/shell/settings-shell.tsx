import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { settingsCopy } from "#components/catalogs/settings.tsx";
import { SiteMark } from "#components/pictures/site-mark.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { MAIN_ID } from "#components/ui/skip-link.tsx";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import { BackLink } from "./back-link.tsx";
import { accountLinks, type SettingsLink, siteLinks } from "./settings-links.ts";
import { type NavLink, NavLinks } from "./settings-nav-links.tsx";
import { WorkspaceSwitcher } from "./workspace-switcher.tsx";

type Props = {
  /** Whose settings the side navigation lists. */
  nav: "workspace" | "account" | { site: Pick<SiteJson, "id" | "name" | "accentColor" | "logoUrl"> };
  title: ReactNode;
  hint?: string | undefined;
  /** Leads back. By default, on phones, to the overview. */
  above?: ReactNode;
  action?: ReactNode;
  /** Makes room for a preview next to the column. */
  wide?: boolean;
  children: ReactNode;
};

const NAV = "shrink-0 border-line bg-paper md:w-55 md:overflow-y-auto md:border-e md:px-3 md:pt-6 md:pb-4";

/** A settings page: the side navigation, the heading, and one column. On phones a section leads back to the overview. */
export function SettingsShell({ nav, title, hint, above, action, wide = false, children }: Props) {
  return (
    <>
      <SideNav nav={nav} />
      <main id={MAIN_ID} className="relative min-h-0 min-w-0 flex-1 overflow-y-auto bg-surface">
        <div
          className={classNames("px-5 pt-6 pb-16 md:px-10 md:pt-10", wide ? "max-w-200 xl:max-w-[72rem]" : "max-w-180")}
        >
          {above === undefined ? <PhoneBack nav={nav} /> : above}
          <header className="mb-8 flex flex-wrap items-start justify-between gap-3">
            <div className="min-w-0">
              <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
              {hint && <p className="mt-1 max-w-120 text-quiet text-pretty">{hint}</p>}
            </div>
            {action}
          </header>
          <div>{children}</div>
        </div>
      </main>
    </>
  );
}

function SideNav({ nav }: Pick<Props, "nav">) {
  if (nav === "workspace" || nav === "account") {
    return (
      <nav
        aria-label={settingsCopy.navigation}
        className={classNames(
          NAV,
          "md:grid md:content-start md:gap-6",
          nav === "account" ? "max-md:hidden" : "border-b max-md:px-3 max-md:py-2 md:border-b-0",
        )}
      >
        <WorkspaceSwitcher isRow />
        <div
          data-line
          className="max-md:-mx-3 max-md:flex max-md:gap-0.5 max-md:overflow-x-auto max-md:px-3 md:contents"
        >
          <NavLinks title={settingsCopy.workspace} links={WORKSPACE} />
          <NavLinks links={SITES} />
        </div>
        {/* On phones, the account's overview leads to them. */}
        <div className="max-md:hidden">
          <NavLinks title={settingsCopy.you} links={[overview("/settings/account"), ...accountLinks]} />
        </div>
      </nav>
    );
  }
  const { id, name, accentColor, logoUrl } = nav.site;
  return (
    <nav aria-label={settingsCopy.navigation} className={classNames(NAV, "max-md:hidden")}>
      <BackLink href="/settings/sites" label={settingsCopy.sites} />
      <p className="mb-3 flex items-center gap-2.5 px-2">
        <SiteMark name={name} color={accentColor} logoUrl={logoUrl} />
        <bdi className="min-w-0 truncate font-semibold">{name}</bdi>
      </p>
      <NavLinks links={[overview(`/settings/sites/${id}`), ...siteLinks(id)]} />
    </nav>
  );
}

const overview = (href: string) => ({ href, label: settingsCopy.overview, isExact: true });

const WORKSPACE: NavLink[] = [
  { href: "/settings/general", label: settingsCopy.general, least: "admin" },
  { href: "/settings/team", label: settingsCopy.team },
  { href: "/settings/saved-replies", label: settingsCopy.savedReplies },
  { href: "/settings/labels", label: settingsCopy.labels },
  { href: "/settings/activity", label: settingsCopy.activity, least: "admin" },
  { href: "/settings/security", label: settingsCopy.workspaceSecurity, least: "admin", isForTeams: true },
  { href: "/settings/deliveries", label: settingsCopy.failedDeliveries, least: "admin" },
  { href: "/settings/status", label: settingsCopy.status, isForOperators: true },
];
const SITES: NavLink[] = [{ href: "/settings/sites", label: settingsCopy.sites }];

function PhoneBack({ nav }: Pick<Props, "nav">) {
  if (nav === "workspace") return null;
  const back =
    nav === "account"
      ? { href: "/settings/account", label: settingsCopy.account }
      : { href: `/settings/sites/${nav.site.id}`, label: nav.site.name };
  return <BackLink {...back} isForPhones />;
}

/** The sections of an overview. On phones, it's the only way to them. */
export function SettingsOverview({ links }: { links: readonly SettingsLink[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {links.map(({ href, label, hint }) => (
        <li key={href}>
          <AppLink
            href={href}
            className="-mx-3 flex min-h-16 items-center gap-3 rounded-lg px-3 py-3 transition-colors hover:bg-hover focus-visible:-outline-offset-2"
          >
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{label}</span>
              <span className="block text-sm text-quiet text-pretty">{hint}</span>
            </span>
            <ChevronRight size={16} aria-hidden className="shrink-0 text-quiet rtl:-scale-x-100" />
          </AppLink>
        </li>
      ))}
    </ul>
  );
}
