import * as z from "zod/mini";
import { VISAO_BUSCA_MAX, VISAO_COLUNAS_MAX, VISAO_NOME_MAX, VISOES_IMPORT_MAX } from "../limits.ts";
import { acknowledged, list, method, one } from "../method.ts";
import { instant } from "../wire.ts";
import { requiredText } from "./rules.ts";

/** The lists that have saved views. */
export const VISAO_LISTAS = ["recebidos", "emitidos", "emails", "auditor"] as const;
export type VisaoLista = (typeof VISAO_LISTAS)[number];

/** Row densities of the lists. */
export const DENSIDADES = ["normal", "compacta"] as const;
export type Densidade = (typeof DENSIDADES)[number];

const lista = z.enum(VISAO_LISTAS);
const shown = {
  nome: requiredText(VISAO_NOME_MAX),
  /** Filter and order, as the query string of the list's page. */
  busca: z.string().check(z.maxLength(VISAO_BUSCA_MAX)),
  /** The visible columns in their order, with widths; "" if the list has none to choose. */
  colunas: z.string().check(z.maxLength(VISAO_COLUNAS_MAX)),
  densidade: z.optional(z.nullable(z.enum(DENSIDADES))),
};

/** A saved view that the caller may open: an own one, or one shared with the conta. */
export const visaoWire = z.object({
  id: z.uuid(),
  lista,
  nome: z.string(),
  busca: z.string(),
  colunas: z.string(),
  densidade: z.nullable(z.enum(DENSIDADES)),
  compartilhada: z.boolean(),
  /** Full name of the user who saved it. */
  dono: z.string(),
  /** Whether the caller saved it, and whether the caller may change it. */
  propria: z.boolean(),
  alteravel: z.boolean(),
  /** Whether the caller's list opens with it. */
  padrao: z.boolean(),
  alteradaEm: instant,
});

const id = z.strictObject({ id: z.uuid() });

/** Saved views of lists. A view holds a filter and no documents: each user sees its documents under their
 * own rights. A program sees only shared views, and changes none. */
export const visaoMethods = {
  /** Own views, then shared ones, each in order of creation. */
  "Visao.getListVisao": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({ lista: z.optional(z.nullable(lista)) }),
    result: list(visaoWire),
  }),
  "Visao.getVisao": method({
    access: "signedIn",
    readOnly: true,
    params: id,
    result: one(visaoWire),
  }),
  /** Without an id, creates a view. A shared one is changed by its owner or a manager. */
  "Visao.saveVisao": method({
    access: "signedIn",
    readOnly: false,
    person: true,
    params: z.strictObject({
      visao: z.strictObject({
        id: z.optional(z.nullable(z.uuid())),
        lista,
        ...shown,
        compartilhada: z.boolean(),
      }),
    }),
    result: one(visaoWire),
  }),
  "Visao.deleteVisao": method({
    access: "signedIn",
    readOnly: false,
    person: true,
    params: id,
    result: acknowledged,
  }),
  /** The view with which the caller's list opens; null: none. */
  "Visao.setPadrao": method({
    access: "signedIn",
    readOnly: false,
    person: true,
    params: z.strictObject({ lista, id: z.nullable(z.uuid()) }),
    result: acknowledged,
  }),
  /** Stores the views that a browser kept. A repetition with the same ids adds none; a name that is taken
   * gets a number, and what exceeds the limit is left out. */
  "Visao.importVisoes": method({
    access: "signedIn",
    readOnly: false,
    person: true,
    params: z.strictObject({
      lista,
      visoes: z.array(z.strictObject({ id: z.uuid(), ...shown })).check(z.maxLength(VISOES_IMPORT_MAX)),
      padrao: z.optional(z.nullable(z.uuid())),
    }),
    result: list(visaoWire),
  }),
} as const;
