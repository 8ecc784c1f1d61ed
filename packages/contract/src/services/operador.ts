import * as z from "zod/mini";
import { MOTIVO_PAUSA_MAX, TENTAR_MAX } from "../limits.ts";
import { acknowledged, list, listWith, method, one } from "../method.ts";
import { page } from "../page.ts";
import { instant } from "../wire.ts";
import { diaParam } from "../wire-dates.ts";

/** The kinds of work, in the order of the screen, with the names that operators read. */
export const FILA_NOMES = {
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
  empresa: "Empresas",
} as const;
export type FilaTipo = keyof typeof FILA_NOMES;
export const FILA_TIPOS = Object.keys(FILA_NOMES) as readonly FilaTipo[];

/** The same, of one piece of work: what a failure is about. */
export const TRABALHO_NOMES: Readonly<Record<FilaTipo, string>> = {
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
  empresa: "Empresa",
};

/** How a queue is, with its words. */
export const FILA_SITUACOES = {
  "em-dia": "Em dia",
  atrasada: "Atrasada",
  parada: "Parada",
  pausada: "Pausada",
} as const;
export type FilaSituacao = keyof typeof FILA_SITUACOES;

/** What takes space, with its words, in the order of the screen. */
export const ARMAZENAMENTO_NOMES = {
  documentos: "XML dos documentos",
  emails: "E-mails originais",
  banco: "Banco de dados, sem os XML",
  arquivos: "Exportações e repositórios",
  importacoes: "Arquivos importados",
} as const;
export type ArmazenamentoTipo = keyof typeof ARMAZENAMENTO_NOMES;

/** What operators do, by code: the sentence of each; its subject is who did it. */
export const OPERADOR_ATOS = {
  "pausar-coleta": "Pausou a coleta de todas as caixas.",
  "retomar-coleta": "Retomou a coleta de todas as caixas.",
  "tentar-ja": "Mandou tentar de novo o que falhou.",
  "pedir-backup": "Pediu um backup.",
  "avisar-caixa": "Avisou a conta sobre uma caixa com erro.",
  "avisar-certificado": "Avisou a conta sobre um certificado vencendo.",
  "baixar-diagnostico": "Baixou o diagnóstico.",
} as const;

const tipo = z.enum(FILA_TIPOS);

/** One queue. `esperando`: due and not begun; `falhas`: rows of `Operador.getListFalha` without a filter. */
const filaWire = z.object({
  tipo,
  nome: z.string(),
  esperando: z.int(),
  /** Since when the oldest is due; null when none waits. */
  esperaDesde: instant,
  esperaMs: z.nullable(z.int()),
  emAndamento: z.int(),
  /** Attempts that ended well, a minute, over the last five whole minutes. */
  porMinuto: z.number(),
  falhas: z.int(),
  situacao: z.enum(["em-dia", "atrasada", "parada", "pausada"]),
  situacaoNome: z.string(),
  /** The age from which it is late. */
  limiteMs: z.int(),
});

/** A finding about the installation itself. */
const saudeWire = z.object({ verificacao: z.string(), ok: z.boolean(), detalhe: z.string() });

/** A pause of the collection of mailboxes; everything is null while there is none. */
export const pausaWire = z.object({
  pausada: z.boolean(),
  pausadaDesde: instant,
  quem: z.nullable(z.string()),
  motivo: z.nullable(z.string()),
});

export const estadoWire = z.object({
  /** When this was read. */
  agoraEm: instant,
  versao: z.string(),
  /** When the process that answers began. */
  noArDesde: instant,
  /** Every finding of `saude` is ok. */
  saudavel: z.boolean(),
  saude: z.array(saudeWire),
  pausa: pausaWire,
  /** The strip; its numbers are those of the lists. */
  faixa: z.object({
    filasAtrasadas: z.int(),
    /** The late queue whose oldest waits longest. */
    filaMaisAtrasada: z.nullable(z.object({ tipo, nome: z.string(), esperaMs: z.int() })),
    falhas: z.int(),
    falhasTentaveis: z.int(),
    caixas: z.int(),
    caixasComErro: z.int(),
    contasComCaixaEmErro: z.int(),
    certificados: z.int(),
    /** Whole days until the first ends, negative when it has ended. */
    certificadoDias: z.nullable(z.int()),
  }),
  filas: z.array(filaWire),
});

/** Work that failed and waits for its next try (`tentando`), or that was given up (`desistiu`). */
export const falhaWire = z.object({
  /** Of the work; with contaId, what `Operador.retryFalhas` takes. */
  id: z.uuid(),
  contaId: z.uuid(),
  conta: z.string(),
  tipo,
  /** What it is, in words: "Consulta à SEFAZ". */
  nome: z.string(),
  /** Of the last failure. */
  quando: instant,
  /** Why, in words; no content of documents. */
  motivo: z.string(),
  estado: z.enum(["tentando", "desistiu"]),
  tentativas: z.int(),
  /** Null: it is tried for as long as it is wanted. */
  tentativasMax: z.nullable(z.int()),
  /** When it is tried by itself; empty when it is not. */
  proximaEm: instant,
  tentarJa: z.boolean(),
  /** Why it may not be tried now: `espera`, SEFAZ or another side asked to wait until `proximaEm`; `conta`, only the conta may request it again. */
  impedimento: z.nullable(z.enum(["espera", "conta"])),
});

export const esperaWire = z.object({
  contaId: z.uuid(),
  conta: z.string(),
  esperando: z.int(),
  esperaDesde: instant,
  esperaMs: z.int(),
  porFila: z.array(z.object({ tipo, nome: z.string(), esperando: z.int() })),
});

export const armazenamentoWire = z.object({
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
  /** The sum of the parts; null before the first measure. */
  usado: z.nullable(z.number()),
  medidoEm: instant,
  /** Growth of the sum in a day, over `crescimentoDias` days, 30 at most; null when two days were not measured yet. */
  crescimentoDia: z.nullable(z.number()),
  crescimentoDias: z.int(),
  /** Days until the disk is full at that pace, and the same in words: "cheio em uns 7 meses"; null when it does not grow. */
  cheioEmDias: z.nullable(z.int()),
  cheioEmTexto: z.nullable(z.string()),
  /** The sum day by day, the oldest first, 30 days at most. */
  dias: z.array(z.object({ dia: z.string(), bytes: z.number() })),
});

const execucaoWire = z.object({
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
  /** Whether BACKUP_DESTINO is set: "Fazer agora" works only then. */
  configurado: z.boolean(),
  destino: z.nullable(z.string()),
  /** The last one that was made well, and the last one that was read back and compared, with flaws or without. */
  ultimo: z.nullable(execucaoWire),
  conferencia: z.nullable(execucaoWire),
  /** The newest first. */
  execucoes: z.array(execucaoWire),
  /** One that was asked for and has not begun. */
  pedidoEm: instant,
  pedidoPor: z.nullable(z.string()),
});

export const caixaVistaWire = z.object({
  id: z.uuid(),
  contaId: z.uuid(),
  conta: z.string(),
  /** The address of the mailbox. */
  endereco: z.string(),
  servidor: z.string(),
  /** Why it fails, in words; null when it does not. */
  motivo: z.nullable(z.string()),
  erroDesde: instant,
  ultimaColeta: instant,
  /** When the conta was last told of it, by the product itself or by an operator. */
  avisadaEm: instant,
  /** Whether `Operador.warnConta` would tell it now: once in 24 h. */
  avisar: z.boolean(),
});

export const certificadoVistoWire = z.object({
  /** Of the company's certificate; of the installation's own ones, their name. */
  id: z.string(),
  origem: z.enum(["empresa", "operador", "feed"]),
  contaId: z.nullable(z.uuid()),
  conta: z.nullable(z.string()),
  /** The company, or whose certificate it is. */
  nome: z.string(),
  /** "A1", "A1 do operador", "TLS do feed". */
  tipo: z.string(),
  validoAte: instant,
  dias: z.int(),
  avisadaEm: instant,
  avisar: z.boolean(),
});

export const registroOperadorWire = z.object({
  id: z.uuid(),
  quando: instant,
  usuario: z.string(),
  conta: z.string(),
  acao: z.string(),
  texto: z.string(),
  detalhe: z.nullable(z.string()),
});

export const configuracaoWire = z.object({
  nome: z.string(),
  /** What it is for. */
  descricao: z.string(),
  definida: z.boolean(),
  /** What holds now; null for a secret, and where nothing holds. */
  valor: z.nullable(z.string()),
  secreta: z.boolean(),
});

const falhaFiltro = z.partial(
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

/** For the people who run the product (`npm run conta -- produto`), and for no one else. */
export const operadorMethods = {
  "Operador.getEstado": method({ ...seen, params: z.strictObject({}), result: one(estadoWire) }),
  /** Without a period: all that is still being tried, and what was given up since 00:00. `tentaveis`: of all pages, those that may be tried now. */
  "Operador.getListFalha": method({
    ...seen,
    params: z.strictObject({ searchFilter: z.optional(z.nullable(falhaFiltro)), ...page }),
    result: listWith(falhaWire, z.object({ tentaveis: z.int(), desdeEm: instant })),
  }),
  /** Those that are named, or all that the filter finds and that may be tried; an empty call means all. */
  "Operador.retryFalhas": method({
    ...done,
    params: z.strictObject({
      falhas: z.optional(
        z.array(z.strictObject({ contaId: z.uuid(), id: z.uuid() })).check(z.maxLength(TENTAR_MAX)),
      ),
      searchFilter: z.optional(z.nullable(z.partial(z.strictObject({ tipo, contaId: z.uuid() })))),
    }),
    result: one(z.object({ tentadas: z.int() })),
  }),
  /** Contas for which work waits, the one whose oldest waits longest first. */
  "Operador.getListEspera": method({
    ...seen,
    params: z.strictObject(page),
    result: list(esperaWire),
  }),
  "Operador.getArmazenamento": method({
    ...seen,
    params: z.strictObject({}),
    result: one(armazenamentoWire),
  }),
  "Operador.getBackups": method({ ...seen, params: z.strictObject({}), result: one(backupsWire) }),
  "Operador.requestBackup": method({ ...done, params: z.strictObject({}), result: acknowledged }),
  /** Mailboxes of all contas, those in error first; `erro`: those alone. */
  "Operador.getListCaixa": method({
    ...seen,
    params: z.strictObject({ erro: z.optional(z.boolean()), ...page }),
    result: list(caixaVistaWire),
  }),
  /** Certificates that end within 30 days or have ended, the first to end first. */
  "Operador.getListCertificado": method({
    ...seen,
    params: z.strictObject(page),
    result: list(certificadoVistoWire),
  }),
  /** Writes to the conta's own people about a mailbox in error or a certificate near its end, once in 24 h. */
  "Operador.warnConta": method({
    ...done,
    params: z.strictObject({ sobre: z.enum(["caixa", "certificado"]), contaId: z.uuid(), id: z.uuid() }),
    result: acknowledged,
  }),
  /** Pauses the collection of all mailboxes, or resumes it. It lasts until it is resumed. */
  "Operador.setPausa": method({
    ...done,
    params: z.strictObject({
      pausada: z.boolean(),
      motivo: z.optional(z.nullable(z.string().check(z.maxLength(MOTIVO_PAUSA_MAX)))),
    }),
    result: one(pausaWire),
  }),
  /** What operators did, the newest first. */
  "Operador.getListRegistro": method({
    ...seen,
    params: z.strictObject(page),
    result: list(registroOperadorWire),
  }),
  "Operador.getConfiguracao": method({
    ...seen,
    params: z.strictObject({}),
    result: list(configuracaoWire),
  }),
} as const;
