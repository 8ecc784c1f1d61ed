import type * as z from "zod/mini";
import { notaRow } from "../services/nota.ts";
import { operacaoWire, pageWire, problemaWire } from "./comum.ts";
import { notaDoFeed } from "./notas.ts";

/** What things are called in the OpenAPI document that stand in more than one answer, or are worth a name. */
export const ESQUEMAS_REST: Readonly<Record<string, z.ZodMiniType>> = {
  Problema: problemaWire,
  Page: pageWire,
  Operacao: operacaoWire,
  NotaResumo: notaRow,
  NotaDoFeed: notaDoFeed,
};
