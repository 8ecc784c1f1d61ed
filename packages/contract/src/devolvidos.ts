import type { MethodName } from "./table.ts";

/** How a field that no call sets changes by itself: in any way, or never back (null is the least). */
type Movimento = "muda" | "cresce";

/** An entity that a call takes back as another one gave it. */
export type Devolvido = {
  /** The param that holds it. */
  readonly campo: string;
  /** The method that reads it, by `id` where it has one. */
  readonly leitura: MethodName;
  /**
   * By path, the fields that change by themselves: an older value is accepted. Of all others only
   * the present one is.
   */
  readonly vivos: Readonly<Record<string, Movimento>>;
};

const USUARIO = { ultimoAcesso: "cresce", conviteExpiraEm: "muda" } as const;

/** How a mailbox is, not how it is set. */
export const CAIXA_VIVOS = {
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

/**
 * The calls that take an entity back (ADR 0060): its fields that the call does not set, or that
 * this caller may not set, are ignored when they are as they were given, and refused by name when
 * they are not.
 */
export const DEVOLVIDOS: Readonly<Partial<Record<MethodName, Devolvido>>> = {
  "Usuario.saveUsuario": { campo: "usuario", leitura: "Usuario.getUsuario", vivos: USUARIO },
  "Usuario.inviteUsuario": { campo: "usuario", leitura: "Usuario.getUsuario", vivos: USUARIO },
  "Conta.saveConta": { campo: "conta", leitura: "Conta.getConta", vivos: { uso: "muda" } },
  "Empresa.saveEmpresa": { campo: "empresa", leitura: "Empresa.getEmpresa", vivos: EMPRESA },
  "CaixaEmail.saveCaixaEmail": {
    campo: "caixaEmail",
    leitura: "CaixaEmail.getCaixaEmail",
    vivos: CAIXA_VIVOS,
  },
  "CaixaEmail.pingServidor": { campo: "caixa", leitura: "CaixaEmail.getCaixaEmail", vivos: CAIXA_VIVOS },
  "Webhook.saveWebhook": { campo: "webhook", leitura: "Webhook.getWebhook", vivos: WEBHOOK },
};
