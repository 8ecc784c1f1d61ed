import type { MethodName } from "./table.ts";

/** How a field that no call sets changes by itself: in any way, or only upwards (null is the least). */
type Change = "muda" | "cresce";

/** An entity that a call receives as another call returned it. */
export type ReturnedEntity = {
  /** The param that holds it. */
  readonly campo: string;
  /** The method that reads it, by `id` if it has one. */
  readonly leitura: MethodName;
  /** The fields that change by themselves, by path: an older value is accepted. Of other fields only the
   * current value is. */
  readonly vivos: Readonly<Record<string, Change>>;
};

const USUARIO = { ultimoAcesso: "cresce", conviteExpiraEm: "muda" } as const;

/** The status fields of a mailbox, in contrast to its settings. */
export const CAIXA_STATUS_FIELDS = {
  estado: "muda",
  ultimaColeta: "muda",
  ultimaVisita: "muda",
  proximaColeta: "muda",
  ultimoErro: "muda",
  ultimoErroEm: "muda",
  erroDesde: "muda",
  falhasSeguidas: "muda",
  emailsHoje: "muda",
  emailsTotal: "cresce",
  ultimoEmailEm: "muda",
  silenciosaDesde: "muda",
} as const;

const EMPRESA = {
  prova: "cresce",
  certificado: "cresce",
  "certificado.diasRestantes": "muda",
  "certificado.situacao": "muda",
  documentos: "cresce",
  distribuicoes: "muda",
} as const;

const WEBHOOK = {
  motivo: "muda",
  desativadoEm: "muda",
  anteriorAte: "muda",
  ultimaEntregaEm: "muda",
  falhasSeguidas: "muda",
  pendentes: "muda",
  falhas: "muda",
} as const;

/** The calls that receive an entity back (ADR 0060). Fields that the call does not set, or that this
 * caller may not set, are ignored if unchanged, and refused by name otherwise. */
export const RETURNED_ENTITIES: Readonly<Partial<Record<MethodName, ReturnedEntity>>> = {
  "Usuario.saveUsuario": { campo: "usuario", leitura: "Usuario.getUsuario", vivos: USUARIO },
  "Usuario.inviteUsuario": { campo: "usuario", leitura: "Usuario.getUsuario", vivos: USUARIO },
  "Conta.saveConta": { campo: "conta", leitura: "Conta.getConta", vivos: { uso: "muda" } },
  "Empresa.saveEmpresa": { campo: "empresa", leitura: "Empresa.getEmpresa", vivos: EMPRESA },
  "CaixaEmail.saveCaixaEmail": {
    campo: "caixaEmail",
    leitura: "CaixaEmail.getCaixaEmail",
    vivos: CAIXA_STATUS_FIELDS,
  },
  "CaixaEmail.pingServidor": {
    campo: "caixa",
    leitura: "CaixaEmail.getCaixaEmail",
    vivos: CAIXA_STATUS_FIELDS,
  },
  "Webhook.saveWebhook": { campo: "webhook", leitura: "Webhook.getWebhook", vivos: WEBHOOK },
};
