import type { Db } from "../../../db/index.ts";
import { Refusal } from "../../../errors.ts";
import { lockChaves } from "../../documento/documento.rows.ts";
import type { NotaView } from "../../documento/documento.rules.ts";
import { findViews } from "../nota-ingest.rows.ts";
import { findChave } from "./quarentena.rows.ts";

/** Locks the chave of a view until the transaction ends. @throws {Refusal} notaNaoEncontrada */
export async function lockView(db: Db, contaId: string, id: string): Promise<NotaView> {
  const chave = await findChave(db, contaId, id);
  if (chave === null) throw new Refusal("notaNaoEncontrada");
  await lockChaves(db, contaId, [chave]);
  const view = (await findViews(db, contaId, [chave])).find((each) => each.id === id);
  if (view === undefined) throw new Refusal("notaNaoEncontrada");
  return view;
}
