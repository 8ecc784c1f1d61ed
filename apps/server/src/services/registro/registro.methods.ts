import { zoneOfUf } from "@malote/syntax";
import type { Handlers } from "../handler.ts";
import { readPage, readTotal } from "../list/list.rules.ts";
import { countRegistros, findRegistros } from "./registro.rows.ts";
import { checkFilter } from "./registro.rules.ts";
import { writeRegistro } from "./registro.wire.ts";
import { verifyRegistro } from "./verify-registro.ts";

export const registroMethods = {
  "Registro.getListRegistro": async ({ database, caller }, params) => {
    const { contaId, contaUf } = caller;
    const pagina = readPage(params);
    const filtro = params.searchFilter ?? {};
    checkFilter(filtro);
    const lista = { filtro, zona: zoneOfUf(contaUf) };
    return await database.withConta(contaId, async (db) => {
      const rows = await findRegistros(db, contaId, { lista, pagina });
      const total = await readTotal(pagina, rows.length, () => countRegistros(db, contaId, lista));
      return { results: rows.map(writeRegistro), ...total };
    });
  },

  "Registro.verifyRegistro": async ({ database, caller }) => {
    const { contaId } = caller;
    return { object: await verifyRegistro((fn) => database.withConta(contaId, fn), contaId) };
  },
} satisfies Handlers<"Registro">;
