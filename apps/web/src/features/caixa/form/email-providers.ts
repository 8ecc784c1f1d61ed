import { CAIXA_TYPES, type CaixaType } from "@malote/contract";
import { providerHints as hints } from "../../../texts/admin/caixas.ts";
import { isImap } from "../caixa-types.ts";

/** An e-mail provider and its server settings. */
export type EmailProvider = {
  id: string;
  name: string;
  /** Domains of its own addresses; empty for a provider that only hosts domains of customers. */
  domains: readonly string[];
  tipo: CaixaType;
  /** `{dominio}` stands for the domain of the address. */
  server: string;
  /** The token issuer, when passwords are not accepted. */
  oauth: OauthIssuer | null;
  hint: string;
  /** The page where users create an app password. */
  appPasswordUrl?: string;
};

/** The issuer of OAuth2 tokens. */
export type OauthIssuer = "microsoft" | "google" | "outro";

const GOOGLE_APP_PASSWORDS = "https://myaccount.google.com/apppasswords";
const IMAPS_BY_PASSWORD = { tipo: "imaps", oauth: null } as const;

/** In the order in which users look for them. */
export const EMAIL_PROVIDERS: readonly EmailProvider[] = [
  {
    ...IMAPS_BY_PASSWORD,
    id: "gmail",
    name: "Gmail",
    domains: ["gmail.com", "googlemail.com"],
    server: "imap.gmail.com",
    hint: hints.gmail,
    appPasswordUrl: GOOGLE_APP_PASSWORDS,
  },
  {
    ...IMAPS_BY_PASSWORD,
    id: "workspace",
    name: "Google Workspace",
    domains: [],
    server: "imap.gmail.com",
    hint: hints.workspace,
    appPasswordUrl: GOOGLE_APP_PASSWORDS,
  },
  {
    ...IMAPS_BY_PASSWORD,
    id: "microsoft",
    name: "Microsoft 365",
    domains: [],
    server: "outlook.office365.com",
    oauth: "microsoft",
    hint: hints.microsoft,
  },
  {
    ...IMAPS_BY_PASSWORD,
    id: "outlook",
    name: "Outlook.com e Hotmail",
    domains: ["outlook.com", "outlook.com.br", "hotmail.com", "hotmail.com.br", "live.com", "msn.com"],
    server: "outlook.office365.com",
    oauth: "microsoft",
    hint: hints.outlook,
  },
  {
    ...IMAPS_BY_PASSWORD,
    id: "yahoo",
    name: "Yahoo",
    domains: ["yahoo.com", "yahoo.com.br", "ymail.com"],
    server: "imap.mail.yahoo.com",
    hint: hints.yahoo,
    appPasswordUrl: "https://login.yahoo.com/account/security",
  },
  {
    ...IMAPS_BY_PASSWORD,
    id: "uol",
    name: "UOL e BOL",
    domains: ["uol.com.br", "bol.com.br"],
    server: "imap.{dominio}",
    hint: hints.uol,
  },
  {
    ...IMAPS_BY_PASSWORD,
    id: "terra",
    name: "Terra",
    domains: ["terra.com.br"],
    server: "imap.terra.com.br",
    hint: hints.terra,
  },
  {
    ...IMAPS_BY_PASSWORD,
    id: "locaweb",
    name: "Locaweb",
    domains: [],
    server: "email-ssl.com.br",
    hint: hints.locaweb,
  },
  {
    ...IMAPS_BY_PASSWORD,
    id: "kinghost",
    name: "KingHost",
    domains: [],
    server: "imap.kinghost.net",
    hint: hints.kinghost,
  },
  {
    ...IMAPS_BY_PASSWORD,
    id: "hostgator",
    name: "HostGator",
    domains: [],
    server: "mail.{dominio}",
    hint: hints.hostgator,
  },
  {
    ...IMAPS_BY_PASSWORD,
    id: "zoho",
    name: "Zoho",
    domains: ["zoho.com", "zohomail.com"],
    server: "imap.zoho.com",
    hint: hints.zoho,
  },
  {
    ...IMAPS_BY_PASSWORD,
    id: "icloud",
    name: "iCloud",
    domains: ["icloud.com", "me.com", "mac.com"],
    server: "imap.mail.me.com",
    hint: hints.icloud,
    appPasswordUrl: "https://account.apple.com",
  },
];

/** The domain of an address; empty when there is none. */
export function domainOf(usuario: string): string {
  return /@([^@\s]+\.[^@\s]+)$/.exec(usuario.trim())?.[1]?.toLowerCase() ?? "";
}

/** Finds the provider by the domain of an address. */
export function findProvider(usuario: string): EmailProvider | null {
  const domain = domainOf(usuario);
  return EMAIL_PROVIDERS.find(({ domains }) => domains.includes(domain)) ?? null;
}

/** The server of an address at a provider; null while a domain that it depends on is unknown. */
export function serverOf({ server }: EmailProvider, usuario: string): string | null {
  const domain = domainOf(usuario);
  if (!server.includes("{dominio}")) return server;
  return domain === "" ? null : server.replace("{dominio}", domain);
}

/** The provider of a stored mailbox, by its address or else by its server. */
export function guessProvider(usuario: string, server: string): EmailProvider | null {
  const byAddress = findProvider(usuario);
  if (byAddress && serverOf(byAddress, usuario) === server) return byAddress;
  return EMAIL_PROVIDERS.find((provider) => serverOf(provider, usuario) === server) ?? null;
}

/** The token address and scope of an issuer. */
export function oauthDefaults(provider: OauthIssuer, tipo: CaixaType): { tokenUrl: string; escopo: string } {
  if (provider === "google") {
    return { tokenUrl: "https://oauth2.googleapis.com/token", escopo: "https://mail.google.com/" };
  }
  if (provider === "outro") return { tokenUrl: "", escopo: "" };
  const protocol = isImap(tipo) ? "IMAP" : "POP";
  return {
    tokenUrl: "https://login.microsoftonline.com/organizations/oauth2/v2.0/token",
    escopo: `https://outlook.office.com/${protocol}.AccessAsUser.All offline_access`,
  };
}

type IssuerValues = { tipo: CaixaType; provedor: OauthIssuer; tokenUrl: string; escopo: string };

/** The values after the issuer changes: its own, or else the typed ones. */
export function valuesOfIssuer({ tipo, provedor: provider, ...written }: IssuerValues): {
  tokenUrl: string;
  escopo: string;
} {
  const defaults = oauthDefaults(provider, tipo);
  return { tokenUrl: defaults.tokenUrl || written.tokenUrl, escopo: defaults.escopo || written.escopo };
}

/** The scope after the tipo changes: an issuer's scope follows, a typed one stays. */
export function scopeForType({ tipo, provedor: provider, escopo }: Omit<IssuerValues, "tokenUrl">): string {
  const isDefaultScope = CAIXA_TYPES.some((each) => oauthDefaults(provider, each).escopo === escopo.trim());
  return isDefaultScope ? oauthDefaults(provider, tipo).escopo : escopo;
}
