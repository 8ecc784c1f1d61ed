import * as z from "zod/mini";
import { DELETE_AFTER_DAYS_MAX, FILTER_TEXT_MAX } from "../limits.ts";
import { acknowledged, list, method, one } from "../method.ts";
import { instant } from "../wire.ts";
import { optionalName } from "./rules.ts";

/** Protocol and TLS mode of a mailbox. The `-starttls` types never continue without TLS. */
export const CAIXA_TYPES = ["pop3", "pop3-starttls", "spop3", "imap", "imap-starttls", "imaps"] as const;
export type CaixaType = (typeof CAIXA_TYPES)[number];

/** How Malote signs in: by password, or with an access token of the provider (SASL XOAUTH2). */
export const CAIXA_AUTH_METHODS = ["senha", "oauth2"] as const;

/** The source of access tokens; `provedor` is a label of the screen ("microsoft", "google", "outro"). */
export const TEST_STEPS = ["dns", "tcp", "tls", "saudacao", "token", "entrada", "listagem"] as const;

const filterText = z.string().check(z.maxLength(FILTER_TEXT_MAX));
const secretText = z.string().check(z.maxLength(8_192));
const requiredText = z.string().check(
  z.maxLength(FILTER_TEXT_MAX),
  z.refine((text) => text.trim() !== "", "textoEmBranco"),
);
const url = z.string().check(z.maxLength(500));

/** Where tokens come from; `provedor` is a label of the screen ("microsoft", "google", "outro"). */
const oauthWire = z.object({
  provedor: z.string(),
  tokenUrl: z.string(),
  clientId: z.string(),
  escopo: z.string(),
});

/** A SHA-256 fingerprint: 32 bytes in upper-case hex, with colons. */
const fingerprint = z.string().check(z.regex(/^[0-9A-F]{2}(:[0-9A-F]{2}){31}$/, "campoImpressao"));

/** A mailbox on the screens, with its status; never its password. */
export const caixaWire = z.object({
  id: z.uuid(),
  tipo: z.enum(CAIXA_TYPES),
  usuario: z.string(),
  descricao: z.string(),
  servidor: z.string(),
  porta: z.nullable(z.int()),
  autenticacao: z.enum(CAIXA_AUTH_METHODS),
  estado: z.enum(["aguardando", "coletando", "erro"]),
  /** The last successful collection, and the last one started. */
  ultimaColeta: instant,
  ultimaVisita: instant,
  proximaColeta: instant,
  /** A sentence; null if the last collection succeeded. */
  ultimoErro: z.nullable(z.string()),
  ultimoErroEm: instant,
  /** Since when it has been failing, and how often in a row. */
  erroDesde: instant,
  falhasSeguidas: z.int(),
  /** E-mails received today, in the conta's zone, and in total. */
  emailsHoje: z.int(),
  emailsTotal: z.int(),
  ultimoEmailEm: instant,
  /** Since when it has been silent for longer than ever before; empty otherwise. */
  silenciosaDesde: instant,
});

/** A mailbox with its settings. */
export const caixaDetailWire = z.extend(caixaWire, {
  /** IMAP folder; null = INBOX, and always null with POP3. */
  pasta: z.nullable(z.string()),
  oauth: z.nullable(oauthWire),
  /** The fingerprint of a pinned certificate, which no authority verifies. */
  certificadoFixado: z.nullable(z.string()),
  /** Days after which a collected message is deleted from the server; null = never. */
  apagarAposDias: z.nullable(z.int()),
});

const connection = {
  /** A stored mailbox, whose secret is used if none is given. Type, server, port, user and authentication
   * must be unchanged (with OAuth2 also token address and client), and no certificate may be newly
   * pinned. */
  id: z.optional(z.nullable(z.uuid())),
  tipo: z.enum(CAIXA_TYPES),
  servidor: requiredText,
  porta: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(65_535)))),
  usuario: requiredText,
  senha: z.optional(z.nullable(filterText)),
  autenticacao: z.optional(z.enum(CAIXA_AUTH_METHODS)),
  oauth: z.optional(
    z.nullable(
      z.strictObject({
        provedor: filterText,
        tokenUrl: url,
        clientId: z.string().check(z.maxLength(500)),
        escopo: z.string().check(z.maxLength(1_000)),
        /** Stored like a password: absent or empty keeps the stored value. */
        clientSecret: z.optional(z.nullable(secretText)),
        refreshToken: z.optional(z.nullable(secretText)),
      }),
    ),
  ),
  pasta: z.optional(z.nullable(filterText)),
  certificadoFixado: z.optional(z.nullable(fingerprint)),
} as const;

/** Description, type and server (spec §9). */
export const CAIXA_ORDERS = ["descricao", "tipo", "servidor"] as const;

/** A step of a connection test. */
export const testStep = z.object({
  passo: z.enum(TEST_STEPS),
  ok: z.boolean(),
  /** The finding, or what to do: one sentence. */
  mensagem: z.string(),
});

export const caixaEmailMethods = {
  "CaixaEmail.getListCaixaEmail": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({ listSearchOrder: z.optional(z.nullable(z.enum(CAIXA_ORDERS))) }),
    result: list(caixaWire),
  }),
  "CaixaEmail.getCaixaEmail": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({ id: z.uuid() }),
    result: one(caixaDetailWire),
  }),
  "CaixaEmail.saveCaixaEmail": method({
    access: "manager",
    readOnly: false,
    params: z.strictObject({
      caixaEmail: z.strictObject({
        ...connection,
        descricao: optionalName(FILTER_TEXT_MAX),
        apagarAposDias: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(DELETE_AFTER_DAYS_MAX)))),
      }),
    }),
    result: one(z.object({ id: z.uuid() })),
  }),
  "CaixaEmail.deleteCaixaEmail": method({
    access: "manager",
    readOnly: false,
    params: z.strictObject({ id: z.uuid() }),
    result: acknowledged,
  }),
  "CaixaEmail.pingServidor": method({
    access: "manager",
    readOnly: false,
    params: z.strictObject({
      caixa: z.strictObject({
        ...connection,
        descricao: z.optional(z.nullable(filterText)),
        apagarAposDias: z.optional(z.nullable(z.int())),
      }),
    }),
    result: one(
      z.object({
        ok: z.boolean(),
        mensagens: z.nullable(z.int()),
        falha: z.nullable(z.string()),
        passos: z.array(testStep),
        /** The server's certificate, if the handshake got that far; `confiavel` = verified by an authority
         * or pinned. */
        certificado: z.nullable(
          z.object({
            impressao: z.string(),
            titular: z.string(),
            emissor: z.string(),
            validoAte: instant,
            confiavel: z.boolean(),
          }),
        ),
      }),
    ),
  }),
  /** Collects now instead of at the next scheduled time; at most once a minute per mailbox. */
  "CaixaEmail.coletarAgora": method({
    access: "manager",
    readOnly: false,
    params: z.strictObject({ id: z.uuid() }),
    result: acknowledged,
  }),
} as const;
