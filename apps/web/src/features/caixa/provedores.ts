import { TIPOS_CAIXA, type TipoCaixa } from "@malote/contract";
import { dicasProvedor as dicas } from "../../textos/caixas.ts";
import { isImap } from "./tipos.ts";

/** An e-mail provider and its server settings. */
export type Provedor = {
  id: string;
  nome: string;
  /** Domains of its own addresses; empty for a provider that only hosts domains of customers. */
  dominios: readonly string[];
  tipo: TipoCaixa;
  /** `{dominio}` stands for the domain of the address. */
  servidor: string;
  /** The token issuer, when passwords are not accepted. */
  oauth: ProvedorOauth | null;
  dica: string;
  /** The page where users create an app password. */
  senhaDeApp?: string;
};

/** The issuer of OAuth2 tokens. */
export type ProvedorOauth = "microsoft" | "google" | "outro";

const GOOGLE_APP = "https://myaccount.google.com/apppasswords";
const IMAPS = { tipo: "imaps", oauth: null } as const;

/** In the order in which users look for them. */
export const PROVEDORES: readonly Provedor[] = [
  {
    ...IMAPS,
    id: "gmail",
    nome: "Gmail",
    dominios: ["gmail.com", "googlemail.com"],
    servidor: "imap.gmail.com",
    dica: dicas.gmail,
    senhaDeApp: GOOGLE_APP,
  },
  {
    ...IMAPS,
    id: "workspace",
    nome: "Google Workspace",
    dominios: [],
    servidor: "imap.gmail.com",
    dica: dicas.workspace,
    senhaDeApp: GOOGLE_APP,
  },
  {
    ...IMAPS,
    id: "microsoft",
    nome: "Microsoft 365",
    dominios: [],
    servidor: "outlook.office365.com",
    oauth: "microsoft",
    dica: dicas.microsoft,
  },
  {
    ...IMAPS,
    id: "outlook",
    nome: "Outlook.com e Hotmail",
    dominios: ["outlook.com", "outlook.com.br", "hotmail.com", "hotmail.com.br", "live.com", "msn.com"],
    servidor: "outlook.office365.com",
    oauth: "microsoft",
    dica: dicas.outlook,
  },
  {
    ...IMAPS,
    id: "yahoo",
    nome: "Yahoo",
    dominios: ["yahoo.com", "yahoo.com.br", "ymail.com"],
    servidor: "imap.mail.yahoo.com",
    dica: dicas.yahoo,
    senhaDeApp: "https://login.yahoo.com/account/security",
  },
  {
    ...IMAPS,
    id: "uol",
    nome: "UOL e BOL",
    dominios: ["uol.com.br", "bol.com.br"],
    servidor: "imap.{dominio}",
    dica: dicas.uol,
  },
  {
    ...IMAPS,
    id: "terra",
    nome: "Terra",
    dominios: ["terra.com.br"],
    servidor: "imap.terra.com.br",
    dica: dicas.terra,
  },
  {
    ...IMAPS,
    id: "locaweb",
    nome: "Locaweb",
    dominios: [],
    servidor: "email-ssl.com.br",
    dica: dicas.locaweb,
  },
  {
    ...IMAPS,
    id: "kinghost",
    nome: "KingHost",
    dominios: [],
    servidor: "imap.kinghost.net",
    dica: dicas.kinghost,
  },
  {
    ...IMAPS,
    id: "hostgator",
    nome: "HostGator",
    dominios: [],
    servidor: "mail.{dominio}",
    dica: dicas.hostgator,
  },
  {
    ...IMAPS,
    id: "zoho",
    nome: "Zoho",
    dominios: ["zoho.com", "zohomail.com"],
    servidor: "imap.zoho.com",
    dica: dicas.zoho,
  },
  {
    ...IMAPS,
    id: "icloud",
    nome: "iCloud",
    dominios: ["icloud.com", "me.com", "mac.com"],
    servidor: "imap.mail.me.com",
    dica: dicas.icloud,
    senhaDeApp: "https://account.apple.com",
  },
];

/** The domain of an address; empty when there is none. */
export function dominioOf(usuario: string): string {
  return /@([^@\s]+\.[^@\s]+)$/.exec(usuario.trim())?.[1]?.toLowerCase() ?? "";
}

/** Finds the provider by the domain of an address. */
export function findProvedor(usuario: string): Provedor | null {
  const dominio = dominioOf(usuario);
  return PROVEDORES.find(({ dominios }) => dominios.includes(dominio)) ?? null;
}

/** The server of an address at a provider; null while a domain that it depends on is unknown. */
export function servidorDe({ servidor }: Provedor, usuario: string): string | null {
  const dominio = dominioOf(usuario);
  if (!servidor.includes("{dominio}")) return servidor;
  return dominio === "" ? null : servidor.replace("{dominio}", dominio);
}

/** The provider of a stored mailbox, by its address or else by its server. */
export function guessProvedor(usuario: string, servidor: string): Provedor | null {
  const byAddress = findProvedor(usuario);
  if (byAddress && servidorDe(byAddress, usuario) === servidor) return byAddress;
  return PROVEDORES.find((provedor) => servidorDe(provedor, usuario) === servidor) ?? null;
}

/** The token address and scope of an issuer. */
export function oauthPadrao(provedor: ProvedorOauth, tipo: TipoCaixa): { tokenUrl: string; escopo: string } {
  if (provedor === "google") {
    return { tokenUrl: "https://oauth2.googleapis.com/token", escopo: "https://mail.google.com/" };
  }
  if (provedor === "outro") return { tokenUrl: "", escopo: "" };
  const acesso = isImap(tipo) ? "IMAP" : "POP";
  return {
    tokenUrl: "https://login.microsoftonline.com/organizations/oauth2/v2.0/token",
    escopo: `https://outlook.office.com/${acesso}.AccessAsUser.All offline_access`,
  };
}

type Emissor = { tipo: TipoCaixa; provedor: ProvedorOauth; tokenUrl: string; escopo: string };

/** The values after the issuer changes: its own, or else the typed ones. */
export function chooseEmissor({ tipo, provedor, ...written }: Emissor): { tokenUrl: string; escopo: string } {
  const padrao = oauthPadrao(provedor, tipo);
  return { tokenUrl: padrao.tokenUrl || written.tokenUrl, escopo: padrao.escopo || written.escopo };
}

/** The scope after the tipo changes: an issuer's scope follows, a typed one stays. */
export function followTipo({ tipo, provedor, escopo }: Omit<Emissor, "tokenUrl">): string {
  const isPadrao = TIPOS_CAIXA.some((each) => oauthPadrao(provedor, each).escopo === escopo.trim());
  return isPadrao ? oauthPadrao(provedor, tipo).escopo : escopo;
}
