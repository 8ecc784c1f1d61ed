import * as z from "zod/mini";
import { PAUSE_REASON_MAX, RETRIES_MAX } from "../limits.ts";
import { acknowledged, list, listWith, method, one } from "../method.ts";
import { page } from "../page.ts";
import { instant } from "../wire.ts";
import { diaParam } from "../wire-dates.ts";

/** The kinds of task, in the order of the screen, with the names that operators see. */
export const QUEUE_NAMES = {
  poll: "Coleta de caixas",
  ingest: "Extração de anexos",
  validate: "Consulta à SEFAZ",
  distribuicao: "Busca na SEFAZ",
  manifesto: "Manifestações",
  webhook: "Webhooks",
  exportacao: "Exportações",
  repositorio: "Repositórios",
  importacao: "Importações",
  envio: "Avisos por e-mail",
  lote: "Lotes",
  empresa: "Empresas",
} as const;
export type QueueType = keyof typeof QUEUE_NAMES;
export const QUEUE_TYPES = Object.keys(QUEUE_NAMES) as readonly QueueType[];

/** The names of a single task, for its failures. */
export const JOB_NAMES: Readonly<Record<QueueType, string>> = {
  poll: "Coleta",
  ingest: "Extração",
  validate: "Consulta à SEFAZ",
  distribuicao: "Busca na SEFAZ",
  manifesto: "Manifestação",
  webhook: "Webhook",
  exportacao: "Exportação",
  repositorio: "Repositório",
  importacao: "Importação",
  envio: "Aviso por e-mail",
  lote: "Lote",
  empresa: "Empresa",
};

/** The states of a queue, with their labels. */
export const QUEUE_STATES = {
  "em-dia": "Em dia",
  atrasada: "Atrasada",
  parada: "Parada",
  pausada: "Pausada",
} as const;
export type QueueState = keyof typeof QUEUE_STATES;

/** The uses of storage, with their labels, in the order of the screen. */
export const STORAGE_NAMES = {
  documentos: "XML dos documentos",
  emails: "E-mails originais",
  banco: "Banco de dados, sem os XML",
  arquivos: "Exportações e repositórios",
  importacoes: "Arquivos importados",
} as const;
export type StorageType = keyof typeof STORAGE_NAMES;

/** The acts of operators, by code, with their sentences; the subject is the operator. */
export const OPERADOR_ACTIONS = {
  "pausar-coleta": "Pausou a coleta de todas as caixas.",
  "retomar-coleta": "Retomou a coleta de todas as caixas.",
  "tentar-ja": "Mandou tentar de novo o que falhou.",
  "pedir-backup": "Pediu um backup.",
  "avisar-caixa": "Avisou a conta sobre uma caixa com erro.",
  "avisar-certificado": "Avisou a conta sobre um certificado vencendo.",
  "baixar-diagnostico": "Baixou o diagnóstico.",
} as const;

const tipo = z.enum(QUEUE_TYPES);

/** A queue. `esperando`: due but not started; `falhas`: rows of `Operador.getListFalha` without a filter. */
const queueWire = z.object({
  tipo,
  nome: z.string(),
  esperando: z.int(),
  /** Since when the oldest is due; null if none waits. */
  esperaDesde: instant,
  esperaMs: z.nullable(z.int()),
  emAndamento: z.int(),
  /** Successful attempts per minute, over the last five whole minutes. */
  porMinuto: z.number(),
  falhas: z.int(),
  situacao: z.enum(["em-dia", "atrasada", "parada", "pausada"]),
  situacaoNome: z.string(),
  /** The age from which it counts as late. */
  limiteMs: z.int(),
});

/** A finding about the installation itself. */
const healthWire = z.object({ verificacao: z.string(), ok: z.boolean(), detalhe: z.string() });

/** A pause of the collection of mailboxes; all null while there is none. */
export const pauseWire = z.object({
  pausada: z.boolean(),
  pausadaDesde: instant,
  quem: z.nullable(z.string()),
  motivo: z.nullable(z.string()),
});

export const stateWire = z.object({
  /** When this was read. */
  agoraEm: instant,
  versao: z.string(),
  /** When the responding process started. */
  noArDesde: instant,
  /** Every finding of `saude` is ok. */
  saudavel: z.boolean(),
  saude: z.array(healthWire),
  pausa: pauseWire,
  /** The summary; its numbers equal those of the lists. */
  faixa: z.object({
    filasAtrasadas: z.int(),
    /** The late queue with the longest wait. */
    filaMaisAtrasada: z.nullable(z.object({ tipo, nome: z.string(), esperaMs: z.int() })),
    falhas: z.int(),
    falhasTentaveis: z.int(),
    caixas: z.int(),
    caixasComErro: z.int(),
    contasComCaixaEmErro: z.int(),
    certificados: z.int(),
    /** Whole days until the first one expires, negative after expiry. */
    certificadoDias: z.nullable(z.int()),
  }),
  filas: z.array(queueWire),
});

/** A task that failed and waits for its next attempt (`tentando`), or that was given up (`desistiu`). */
export const failureWire = z.object({
  /** Of the task; with contaId, the params of `Operador.retryFalhas`. */
  id: z.uuid(),
  contaId: z.uuid(),
  conta: z.string(),
  tipo,
  /** The name of the task: "Consulta à SEFAZ". */
  nome: z.string(),
  /** Of the last failure. */
  quando: instant,
  /** Why, as text, without content of documents. */
  motivo: z.string(),
  estado: z.enum(["tentando", "desistiu"]),
  tentativas: z.int(),
  /** Null: retried as long as it is needed. */
  tentativasMax: z.nullable(z.int()),
  /** The next automatic attempt; empty if there is none. */
  proximaEm: instant,
  tentarJa: z.boolean(),
  /** Why it cannot be retried now: `espera`, SEFAZ or another server set the wait until `proximaEm`;
   * `conta`, only the conta may request it. */
  impedimento: z.nullable(z.enum(["espera", "conta"])),
});

export const waitWire = z.object({
  contaId: z.uuid(),
  conta: z.string(),
  esperando: z.int(),
  esperaDesde: instant,
  esperaMs: z.int(),
  porFila: z.array(z.object({ tipo, nome: z.string(), esperando: z.int() })),
});

export const storageWire = z.object({
  /** Of the disk that holds DATA_DIR, in bytes. */
  total: z.number(),
  livre: z.number(),
  partes: z.array(
    z.object({
      tipo: z.enum(["documentos", "emails", "banco", "arquivos", "importacoes"]),
      nome: z.string(),
      bytes: z.number(),
    }),
  ),
  /** The sum of the parts; null before the first measurement. */
  usado: z.nullable(z.number()),
  medidoEm: instant,
  /** Daily growth of the sum over `crescimentoDias` days, at most 30; null before the second day of
   * measurement. */
  crescimentoDia: z.nullable(z.number()),
  crescimentoDias: z.int(),
  /** Days until the disk is full at that rate, and as text: "cheio em uns 7 meses"; null without growth. */
  cheioEmDias: z.nullable(z.int()),
  cheioEmTexto: z.nullable(z.string()),
  /** The sum by day, the oldest first, at most 30 days. */
  dias: z.array(z.object({ dia: z.string(), bytes: z.number() })),
});

const executionWire = z.object({
  id: z.uuid(),
  tipo: z.enum(["criar", "conferir", "restaurar"]),
  destino: z.string(),
  comecouEm: instant,
  terminouEm: instant,
  /** Null while it runs. */
  resultado: z.nullable(z.enum(["ok", "falhou"])),
  mensagem: z.nullable(z.string()),
  bytes: z.nullable(z.number()),
  bytesNovos: z.nullable(z.number()),
  documentos: z.nullable(z.number()),
});

export const backupsWire = z.object({
  /** Whether BACKUP_DESTINO is set: "Fazer agora" needs it. */
  configurado: z.boolean(),
  destino: z.nullable(z.string()),
  /** The last successful one, and the last one that was restored and compared, with or without findings. */
  ultimo: z.nullable(executionWire),
  conferencia: z.nullable(executionWire),
  /** The newest first. */
  execucoes: z.array(executionWire),
  /** A requested one that has not started. */
  pedidoEm: instant,
  pedidoPor: z.nullable(z.string()),
});

export const monitoredCaixaWire = z.object({
  id: z.uuid(),
  contaId: z.uuid(),
  conta: z.string(),
  /** The address of the mailbox. */
  endereco: z.string(),
  servidor: z.string(),
  /** Why it fails, as text; null if it does not. */
  motivo: z.nullable(z.string()),
  erroDesde: instant,
  ultimaColeta: instant,
  /** When the conta was last notified of it, automatically or by an operator. */
  avisadaEm: instant,
  /** Whether `Operador.warnConta` would notify it now: at most once in 24 h. */
  avisar: z.boolean(),
});

export const monitoredCertificadoWire = z.object({
  /** The id of a company's certificate; the name of an installation's certificate. */
  id: z.string(),
  origem: z.enum(["empresa", "operador", "feed"]),
  contaId: z.nullable(z.uuid()),
  conta: z.nullable(z.string()),
  /** The company, or the holder of the certificate. */
  nome: z.string(),
  /** "A1", "A1 do operador", "TLS do feed". */
  tipo: z.string(),
  validoAte: instant,
  dias: z.int(),
  avisadaEm: instant,
  avisar: z.boolean(),
});

export const operadorRegistroWire = z.object({
  id: z.uuid(),
  quando: instant,
  usuario: z.string(),
  conta: z.string(),
  acao: z.string(),
  texto: z.string(),
  detalhe: z.nullable(z.string()),
});

export const configurationWire = z.object({
  nome: z.string(),
  /** Its purpose. */
  descricao: z.string(),
  definida: z.boolean(),
  /** The effective value; null for a secret, and if there is none. */
  valor: z.nullable(z.string()),
  secreta: z.boolean(),
});

const failureFilter = z.partial(
  z.strictObject({
    tipo,
    contaId: z.uuid(),
    estado: z.enum(["tentando", "desistiu"]),
    quandoDe: diaParam,
    quandoAte: diaParam,
  }),
);
const seen = { access: "signedIn", readOnly: true, person: true } as const;
const done = { access: "signedIn", readOnly: false, person: true } as const;

/** For operators of the product only (`npm run conta -- produto`). */
export const operadorMethods = {
  "Operador.getEstado": method({ ...seen, params: z.strictObject({}), result: one(stateWire) }),
  /** Without a period: everything still being retried, and what was given up since 00:00. `tentaveis`:
   * those of all pages that can be retried now. */
  "Operador.getListFalha": method({
    ...seen,
    params: z.strictObject({ searchFilter: z.optional(z.nullable(failureFilter)), ...page }),
    result: listWith(failureWire, z.object({ tentaveis: z.int(), desdeEm: instant })),
  }),
  /** Retries the listed tasks, or all that match the filter and can be retried; an empty call means all. */
  "Operador.retryFalhas": method({
    ...done,
    params: z.strictObject({
      falhas: z.optional(
        z.array(z.strictObject({ contaId: z.uuid(), id: z.uuid() })).check(z.maxLength(RETRIES_MAX)),
      ),
      searchFilter: z.optional(z.nullable(z.partial(z.strictObject({ tipo, contaId: z.uuid() })))),
    }),
    result: one(z.object({ tentadas: z.int() })),
  }),
  /** Contas with waiting tasks, the longest wait first. */
  "Operador.getListEspera": method({
    ...seen,
    params: z.strictObject(page),
    result: list(waitWire),
  }),
  "Operador.getArmazenamento": method({
    ...seen,
    params: z.strictObject({}),
    result: one(storageWire),
  }),
  "Operador.getBackups": method({ ...seen, params: z.strictObject({}), result: one(backupsWire) }),
  "Operador.requestBackup": method({ ...done, params: z.strictObject({}), result: acknowledged }),
  /** Mailboxes of all contas, those in error first; `erro`: those only. */
  "Operador.getListCaixa": method({
    ...seen,
    params: z.strictObject({ erro: z.optional(z.boolean()), ...page }),
    result: list(monitoredCaixaWire),
  }),
  /** Certificates that expire within 30 days or have expired, the earliest first. */
  "Operador.getListCertificado": method({
    ...seen,
    params: z.strictObject(page),
    result: list(monitoredCertificadoWire),
  }),
  /** Notifies the conta's users of a mailbox in error or a certificate near expiry, at most once in 24 h. */
  "Operador.warnConta": method({
    ...done,
    params: z.strictObject({ sobre: z.enum(["caixa", "certificado"]), contaId: z.uuid(), id: z.uuid() }),
    result: acknowledged,
  }),
  /** Pauses the collection of all mailboxes until it is resumed, or resumes it. */
  "Operador.setPausa": method({
    ...done,
    params: z.strictObject({
      pausada: z.boolean(),
      motivo: z.optional(z.nullable(z.string().check(z.maxLength(PAUSE_REASON_MAX)))),
    }),
    result: one(pauseWire),
  }),
  /** The acts of operators, the newest first. */
  "Operador.getListRegistro": method({
    ...seen,
    params: z.strictObject(page),
    result: list(operadorRegistroWire),
  }),
  "Operador.getConfiguracao": method({
    ...seen,
    params: z.strictObject({}),
    result: list(configurationWire),
  }),
} as const;
