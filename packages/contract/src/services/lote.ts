import { TIPOS_NOTA } from "@malote/syntax";
import * as z from "zod/mini";
import { JUSTIFICATIVA_MAX, LOTE_IDS_MAX } from "../limits.ts";
import { acknowledged, list, method, one } from "../method.ts";
import { page } from "../page.ts";
import { instant } from "../wire.ts";
import { notaFilter, side } from "./nota/filter.ts";

/** What a lote does to its documents. */
export const LOTE_TIPOS = ["marca", "manifestacao"] as const;
export type LoteTipo = (typeof LOTE_TIPOS)[number];

/** The marks of a document that a lote sets or clears. */
export const LOTE_MARCAS = ["processadoErp", "recebido", "conferido"] as const;
export type LoteMarca = (typeof LOTE_MARCAS)[number];

/** `parado`: a user stopped it. `falhou`: Malote gave it up. */
export const LOTE_ESTADOS = ["pendente", "em-andamento", "concluido", "parado", "falhou"] as const;
export type LoteEstado = (typeof LOTE_ESTADOS)[number];

/** Outcome of one document. `enviando`: the manifestação waits for SEFAZ's answer. */
export const LOTE_SITUACOES = ["recusado", "enviando", "feito", "sem-mudanca", "parado", "na-fila"] as const;
export type LoteSituacao = (typeof LOTE_SITUACOES)[number];

/** What a lote has to do with an earlier one. */
export const LOTE_ORIGENS = ["desfaz", "repete"] as const;
export type LoteOrigem = (typeof LOTE_ORIGENS)[number];

const MANIFESTACOES = [1, 2, 3, 4] as const;

/** One act on many documents. The counts add up to `total`. */
export const loteWire = z.object({
  id: z.uuid(),
  /** Names it in the registro. */
  numero: z.int(),
  tipo: z.enum(LOTE_TIPOS),
  marca: z.nullable(z.enum(LOTE_MARCAS)),
  valor: z.nullable(z.boolean()),
  status: z.nullable(z.literal(MANIFESTACOES)),
  justificativa: z.nullable(z.string()),
  usuario: z.string(),
  /** Whether the caller asked for it. */
  proprio: z.boolean(),
  estado: z.enum(LOTE_ESTADOS),
  origem: z.nullable(z.object({ id: z.uuid(), tipo: z.enum(LOTE_ORIGENS) })),
  total: z.int(),
  naFila: z.int(),
  enviando: z.int(),
  feitos: z.int(),
  semMudanca: z.int(),
  recusados: z.int(),
  parados: z.int(),
  pedidoEm: instant,
  terminadoEm: instant,
  /** When it was undone; null if it was not. */
  desfeitoEm: instant,
  /** Until when the caller may undo it; null if never. */
  desfazerAte: instant,
  /** Whether the caller may stop it now, and repeat what was refused. */
  podeParar: z.boolean(),
  podeRepetir: z.boolean(),
});

/** A document of a lote, with its outcome. */
export const loteDocumentoWire = z.object({
  notaId: z.uuid(),
  situacao: z.enum(LOTE_SITUACOES),
  /** Why it was refused or not changed, as a sentence. */
  mensagem: z.nullable(z.string()),
  terminadoEm: instant,
  /** Null, as all that follows, if the caller does not see the document. */
  type: z.nullable(z.enum(["E", "S"])),
  tipoNota: z.nullable(z.enum(TIPOS_NOTA)),
  numeroNota: z.nullable(z.string()),
  serieNota: z.nullable(z.string()),
  nomeEmitente: z.nullable(z.string()),
  valorTotal: z.nullable(z.string()),
});

/** How many documents accept one manifestação, and why the others do not: most frequent reason first. */
const optionWire = z.object({
  status: z.literal(MANIFESTACOES),
  aceitam: z.int(),
  motivos: z.array(z.object({ mensagem: z.string(), quantidade: z.int() })),
});

const contagemWire = z.object({
  total: z.int(),
  valorTotal: z.string(),
  quarentena: z.int(),
  /** Outside quarantine, contradicted by SEFAZ. */
  divergentes: z.int(),
  /** Outside quarantine: with and without the mark. */
  marcas: z.array(z.object({ marca: z.enum(LOTE_MARCAS), marcados: z.int(), semMarca: z.int() })),
  manifestacoes: z.array(optionWire),
  /** Why the caller may send no manifestação, as a sentence; null if allowed. */
  manifestacaoImpedida: z.nullable(z.string()),
});

/** The documents: either by id, or all of a list's filter. */
const alvo = {
  ids: z.optional(z.array(z.uuid()).check(z.minLength(1), z.maxLength(LOTE_IDS_MAX))),
  filtro: z.optional(
    z.strictObject({
      entradaSaida: z.optional(side),
      searchFilter: z.optional(z.nullable(notaFilter)),
    }),
  ),
};

const id = z.strictObject({ id: z.uuid() });
const started = one(z.object({ id: z.uuid() }));
/** An id of each document beside the filter. */
const limit = { chars: 65_536, items: LOTE_IDS_MAX + 200 };

/** Acts on many documents, run on the server. Only a person starts one; a program marks each document. */
export const loteMethods = {
  /** What each act would find. */
  "Lote.getContagem": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject(alvo),
    limit,
    result: one(contagemWire),
  }),
  "Lote.startMarca": method({
    access: "signedIn",
    readOnly: false,
    person: true,
    params: z.strictObject({ ...alvo, marca: z.enum(LOTE_MARCAS), valor: z.boolean() }),
    limit,
    result: started,
  }),
  "Lote.startManifestacao": method({
    access: "manifestante",
    readOnly: false,
    person: true,
    params: z.strictObject({
      ...alvo,
      novoStatus: z.literal(MANIFESTACOES),
      justificativa: z.optional(z.nullable(z.string().check(z.maxLength(JUSTIFICATIVA_MAX * 2)))),
    }),
    limit,
    result: started,
  }),
  /** Newest first. */
  "Lote.getListLote": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({ abertos: z.optional(z.boolean()), ...page }),
    result: list(loteWire),
  }),
  "Lote.getLote": method({ access: "signedIn", readOnly: true, params: id, result: one(loteWire) }),
  /** Refused documents first, then the others by outcome. */
  "Lote.getListDocumento": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({ id: z.uuid(), situacao: z.optional(z.enum(LOTE_SITUACOES)), ...page }),
    result: list(loteDocumentoWire),
  }),
  /** Takes the documents that are still in the queue out of it. */
  "Lote.endLote": method({
    access: "signedIn",
    readOnly: false,
    person: true,
    params: id,
    result: acknowledged,
  }),
  /** Starts the lote that restores the marks that no other act changed since. */
  "Lote.startDesfazer": method({
    access: "signedIn",
    readOnly: false,
    person: true,
    params: id,
    result: started,
  }),
  /** Starts a lote with the documents that were refused or not reached. */
  "Lote.retryLote": method({
    access: "signedIn",
    readOnly: false,
    person: true,
    params: id,
    result: started,
  }),
} as const;
