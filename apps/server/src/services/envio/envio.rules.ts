import { TIPOS_NOTA } from "@malote/syntax";
import { z } from "zod";

/** The mailbox that a letter is about. */
const caixa = { caixaId: z.uuid(), descricao: z.string(), servidor: z.string(), usuario: z.string() };

/** Whom a letter is written to, when it is about them; what names them goes when they do. */
const pessoa = { usuarioId: z.uuid(), nome: z.string(), nomeUsuario: z.string() };

/** A way into the conta that may change. */
const ACESSOS = [
  "api-token",
  "api-token-mudado",
  "segundo-fator-ligado",
  "segundo-fator-desligado",
  "passkey-criada",
  "passkey-removida",
] as const;
export type AcessoMudado = (typeof ACESSOS)[number];

/** What each letter is told, by its template; a Date becomes text in the memory and a Date again when it is read. */
export const DADOS_ENVIO = {
  /** causa: a key of FALHA_CAIXA. ultimaColeta: the last that went well. emailsTotal: kept from this mailbox so far. */
  "caixa-com-erro": z.object({
    ...caixa,
    causa: z.string(),
    erroDesde: z.coerce.date(),
    ultimaColeta: z.nullable(z.coerce.date()),
    emailsTotal: z.int(),
  }),
  /** novas: messages that came in with the recovery. */
  "caixa-recuperada": z.object({
    ...caixa,
    erroDesde: z.coerce.date(),
    recuperadaEm: z.coerce.date(),
    novas: z.int(),
  }),
  /** diasSemEmail: whole days of silence; costumeDias: the longest it used to be still. */
  "caixa-silenciosa": z.object({
    ...caixa,
    ultimoEmailEm: z.coerce.date(),
    diasSemEmail: z.int(),
    costumeDias: z.int(),
  }),
  /** A received document that SEFAZ holds for cancelled. canceladaEm: null when no evento says when. */
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
  /** diasRestantes: negative when it is over. */
  "certificado-vencendo": z.object({
    empresaId: z.uuid(),
    nome: z.string(),
    cnpj: z.string(),
    titular: z.string(),
    validoAte: z.coerce.date(),
    diasRestantes: z.int(),
  }),
  /**
   * Received NF-e whose recipient's term ends in `dias` days or fewer. primeira: the one whose term
   * ends first.
   */
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
  /** mes: yyyy-MM; plano: documents a month; parte: of the plan, in percent, that was passed. */
  "plano-perto-do-limite": z.object({
    mes: z.string(),
    documentos: z.int(),
    plano: z.int(),
    parte: z.int(),
  }),
  /** endereco: its host alone. desde: when the first try of what failed was. falha: a key of FALHA_WEBHOOK. */
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
  /** convidadoPor: full name of who invited; null when nobody did. */
  convite: z.object({
    ...pessoa,
    convidadoPor: z.nullable(z.string()),
    expiraEm: z.coerce.date(),
    token: z.string(),
  }),
  /** To the owner of a conta that was just opened. */
  "conta-nova": z.object({ ...pessoa, expiraEm: z.coerce.date(), token: z.string() }),
  "senha-nova": z.object({ ...pessoa, expiraEm: z.coerce.date(), token: z.string() }),
  /** porLink: behind the link of a letter, and not by one who was signed in. */
  "senha-trocada": z.object({ ...pessoa, quando: z.coerce.date(), porLink: z.boolean() }),
  /** To the address before. emailNovo: hidden but for its beginning and its domain; propria: by the person itself. */
  "email-trocado": z.object({
    ...pessoa,
    quando: z.coerce.date(),
    emailNovo: z.string(),
    propria: z.boolean(),
  }),
  /** To the person and to those who answer for the conta. quem: full name of who did it. */
  "acesso-alterado": z.object({
    ...pessoa,
    oQue: z.enum(ACESSOS),
    quem: z.string(),
    quando: z.coerce.date(),
    /** Which API token it is about. */
    token: z.string().optional(),
  }),
} as const;

export type ModeloEnvio = keyof typeof DADOS_ENVIO;
export type DadosEnvio<M extends ModeloEnvio = ModeloEnvio> = z.output<(typeof DADOS_ENVIO)[M]>;

/** A letter with what it says. */
export type CartaDe = { [M in ModeloEnvio]: { modelo: M; dados: DadosEnvio<M> } }[ModeloEnvio];

/**
 * Letters that carry a key: those whose facts have a `token`. It is sealed while the letter waits (`tokenSelado`) and gone when it has
 * ended; such a letter cannot be planned without the cofre.
 */
export type ModeloComToken = {
  [M in ModeloEnvio]: DadosEnvio<M> extends { token: string } ? M : never;
}[ModeloEnvio];

/**
 * A letter to be written. ocasiao: what it is about, such that the same occasion never writes to the same address twice
 * ("caixa-com-erro <caixa id> <since when>").
 */
export type EnvioNovo = Exclude<CartaDe, { modelo: ModeloComToken }> & SobreEnvio;
/** The same, of a letter that carries a key. */
export type EnvioComToken = Extract<CartaDe, { modelo: ModeloComToken }> & SobreEnvio;
type SobreEnvio = { ocasiao: string; para: string; agora: Date };

/**
 * A stored letter, with its facts.
 * @throws {z.ZodError} when they are not those of its template: a bug
 */
export function readCarta(modelo: string, dados: unknown): CartaDe {
  if (!isModelo(modelo)) throw new Error(`no letter is called ${modelo}`);
  // The table ties each template to its facts; a lookup by a name known only now forgets the tie.
  return { modelo, dados: DADOS_ENVIO[modelo].parse(dados) } as CartaDe;
}

function isModelo(modelo: string): modelo is ModeloEnvio {
  return Object.hasOwn(DADOS_ENVIO, modelo);
}
