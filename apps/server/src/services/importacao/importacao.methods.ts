import { Refusal } from "../../errors.ts";
import type { Handlers } from "../handler.ts";
import { readPage, readTotal } from "../list/list.rules.ts";
import { countImportacoes, findImportacao, findImportacoes } from "./importacao.rows.ts";
import { writeError, writeGroup, writeImportacao } from "./importacao.wire.ts";
import { findErrorGroups, findErrors } from "./importacao-error.rows.ts";

export const importacaoMethods = {
  "Importacao.getListImportacao": async ({ database, caller }, params) => {
    const { contaId } = caller;
    const pagina = readPage(params);
    return await database.withConta(contaId, async (db) => {
      const rows = await findImportacoes(db, contaId, pagina);
      const total = await readTotal(pagina, rows.length, () => countImportacoes(db, contaId));
      return { results: rows.map(writeImportacao), ...total };
    });
  },

  "Importacao.getImportacao": async ({ database, caller }, { id }) => {
    const { contaId } = caller;
    const row = await database.withConta(contaId, (db) => findImportacao(db, contaId, id));
    if (row === null) throw new Refusal("importacaoNaoEncontrada");
    return { object: writeImportacao(row) };
  },

  "Importacao.getListImportacaoErros": async ({ database, caller }, params) => {
    const { contaId } = caller;
    const { importacaoId, codigo } = params;
    const pagina = readPage(params);
    return await database.withConta(contaId, async (db) => {
      const row = await findImportacao(db, contaId, importacaoId);
      if (row === null) throw new Refusal("importacaoNaoEncontrada");
      const motivo = codigo || null;
      const errors = await findErrors(db, contaId, { importacaoId, motivo, pagina });
      const groups = (await findErrorGroups(db, contaId, importacaoId)).map(writeGroup);
      const shown = groups.filter((group) => motivo === null || group.codigo === motivo);
      const count = shown.reduce((sum, { quantidade }) => sum + quantidade, 0);
      const total = await readTotal(pagina, errors.length, async () => count);
      return {
        results: errors.map(writeError),
        object: { importacao: writeImportacao(row), grupos: groups },
        ...total,
      };
    });
  },
} satisfies Handlers<"Importacao">;
