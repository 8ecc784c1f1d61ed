import { TIPOS_NOTA } from "@malote/syntax";
import { z } from "zod";

/** The mailbox that an e-mail is about. */
const caixa = { caixaId: z.uuid(), descricao: z.string(), servidor: z.string(), usuario: z.string() };

/** The user that an e-mail is about; deleting the user deletes these fields. */
const user = { usuarioId: z.uuid(), nome: z.string(), nomeUsuario: z.string() };

/** Kinds of access to the conta whose changes are notified. */
const ACCESS_CHANGES = [
  "api-token",
  "api-token-mudado",
  "segundo-fator-ligado",
  "segundo-fator-desligado",
  "passkey-criada",
  "passkey-removida",
] as const;
export type AccessChange = (typeof ACCESS_CHANGES)[number];

/** The data of each e-mail, by template; a Date is stored as text and parsed again. */
export const EMAIL_DATA = {
  /**
   * causa: a key of FALHA_CAIXA. ultimaColeta: the last successful poll. emailsTotal: e-mails from
   * this mailbox so far.
   */
  "caixa-com-erro": z.object({
    ...caixa,
    causa: z.string(),
    erroDesde: z.coerce.date(),
    ultimaColeta: z.nullable(z.coerce.date()),
    emailsTotal: z.int(),
  }),
  /** novas: messages received with the recovery. */
  "caixa-recuperada": z.object({
    ...caixa,
    erroDesde: z.coerce.date(),
    recuperadaEm: z.coerce.date(),
    novas: z.int(),
  }),
  /** diasSemEmail: whole days of silence; costumeDias: its longest usual silence. */
  "caixa-silenciosa": z.object({
    ...caixa,
    ultimoEmailEm: z.coerce.date(),
    diasSemEmail: z.int(),
    costumeDias: z.int(),
  }),
  /** A received document that is cancelled at SEFAZ. canceladaEm: null when no evento gives the time. */
  "nota-cancelada": z.object({
    notaId: z.uuid(),
    chave: z.string(),
    tipoNota: z.enum(TIPOS_NOTA),
    numeroNota: z.int(),
    nomeEmitente: z.string(),
    cnpjEmitente: z.string(),
    valorTotal: z.string(),
    dataEmissao: z.coerce.date(),
    canceladaEm: z.nullable(z.coerce.date()),
    processadoErp: z.boolean(),
    recebido: z.boolean(),
  }),
  /** An e-mail whose reading was given up because of its cost. */
  "email-caro": z.object({ emailId: z.uuid(), quando: z.coerce.date() }),
  /** diasRestantes: negative after expiry. */
  "certificado-vencendo": z.object({
    empresaId: z.uuid(),
    nome: z.string(),
    cnpj: z.string(),
    titular: z.string(),
    validoAte: z.coerce.date(),
    diasRestantes: z.int(),
  }),
  /** Received NF-e whose recipient's deadline ends in `dias` days or fewer. primeira: the earliest. */
  "prazo-manifestacao": z.object({
    dias: z.int(),
    quantas: z.int(),
    primeira: z.object({
      notaId: z.uuid(),
      numeroNota: z.int(),
      nomeEmitente: z.string(),
      ate: z.coerce.date(),
    }),
  }),
  /** mes: yyyy-MM; plano: documents per month; parte: the exceeded share of the plan, in percent. */
  "plano-perto-do-limite": z.object({
    mes: z.string(),
    documentos: z.int(),
    plano: z.int(),
    parte: z.int(),
  }),
  /** endereco: host only. desde: first attempt of the failing delivery. falha: a key of FALHA_WEBHOOK. */
  "webhook-desativado": z.object({
    webhookId: z.uuid(),
    descricao: z.string(),
    endereco: z.string(),
    motivo: z.enum(["falhas", "recusado"]),
    desde: z.coerce.date(),
    desativadoEm: z.coerce.date(),
    falha: z.string(),
    status: z.nullable(z.int()),
    pendentes: z.int(),
  }),
  /** convidadoPor: full name of the inviter; null when there is none. */
  convite: z.object({
    ...user,
    convidadoPor: z.nullable(z.string()),
    expiraEm: z.coerce.date(),
    token: z.string(),
  }),
  /** To the owner of a new conta. */
  "conta-nova": z.object({ ...user, expiraEm: z.coerce.date(), token: z.string() }),
  "senha-nova": z.object({ ...user, expiraEm: z.coerce.date(), token: z.string() }),
  /** porLink: through an e-mailed link, not by a signed-in user. */
  "senha-trocada": z.object({ ...user, quando: z.coerce.date(), porLink: z.boolean() }),
  /**
   * To the previous address. emailNovo: masked except for its start and domain; propria: changed by
   * the user.
   */
  "email-trocado": z.object({
    ...user,
    quando: z.coerce.date(),
    emailNovo: z.string(),
    propria: z.boolean(),
  }),
  /**
   * To a supplier, outside the conta. responderA: the mailbox for the answer. lembrete: null = the request
   * itself, else the time of the request that it repeats.
   */
  "pedido-xml": z.object({
    nomeEmitente: z.nullable(z.string()),
    empresa: z.object({ nome: z.string(), cnpj: z.string() }),
    responderA: z.string(),
    pedidoPor: z.string(),
    lembrete: z.nullable(z.coerce.date()),
    documentos: z.array(
      z.object({
        tipoNota: z.enum(TIPOS_NOTA),
        chave: z.string(),
        numero: z.nullable(z.int()),
        serie: z.nullable(z.int()),
        emissao: z.nullable(z.coerce.date()),
        valor: z.nullable(z.string()),
      }),
    ),
  }),
  /** To the user and to those responsible for the conta. quem: full name of the user who changed it. */
  "acesso-alterado": z.object({
    ...user,
    oQue: z.enum(ACCESS_CHANGES),
    quem: z.string(),
    quando: z.coerce.date(),
    /** Name of the API token. */
    token: z.string().optional(),
  }),
} as const;

export type EmailTemplate = keyof typeof EMAIL_DATA;
export type EmailData<M extends EmailTemplate = EmailTemplate> = z.output<(typeof EMAIL_DATA)[M]>;

/** An e-mail with its data. */
export type EmailContentOf = { [M in EmailTemplate]: { modelo: M; dados: EmailData<M> } }[EmailTemplate];

/**
 * E-mails with a `token` in their data. It is stored sealed (`tokenSelado`) and deleted at the end;
 * without the secret box they cannot be planned.
 */
export type TemplateWithToken = {
  [M in EmailTemplate]: EmailData<M> extends { token: string } ? M : never;
}[EmailTemplate];

/**
 * An e-mail to plan. ocasiao: identifies the event, so that an address gets one e-mail per event
 * ("caixa-com-erro <caixa id> <since when>").
 */
export type NewOutgoingEmail = Exclude<EmailContentOf, { modelo: TemplateWithToken }> & EmailEnvelope;
/** The same for an e-mail with a token. */
export type NewOutgoingEmailWithToken = Extract<EmailContentOf, { modelo: TemplateWithToken }> &
  EmailEnvelope;
type EmailEnvelope = { ocasiao: string; para: string; now: Date };

/**
 * Parses a stored e-mail.
 * @throws {z.ZodError} when the data does not match the template: a bug
 */
export function parseEmailContent(modelo: string, dados: unknown): EmailContentOf {
  if (!isTemplate(modelo)) throw new Error(`unknown e-mail template ${modelo}`);
  // The table ties each template to its data; a lookup by a runtime name loses that type.
  return { modelo, dados: EMAIL_DATA[modelo].parse(dados) } as EmailContentOf;
}

function isTemplate(modelo: string): modelo is EmailTemplate {
  return Object.hasOwn(EMAIL_DATA, modelo);
}
