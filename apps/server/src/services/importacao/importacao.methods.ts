import { Refusal } from "../../errors.ts";
import type { Handlers } from "../handler.ts";
import { readPagina, readTotal } from "../lista/lista.rules.ts";
import { countImportacoes, findImportacao, findImportacoes } from "./importacao.rows.ts";
import { writeErro, writeGrupo, writeImportacao } from "./importacao.wire.ts";
import { findErroGrupos, findErros } from "./importacao-erro.rows.ts";

export const importacaoMethods = {
  "Importacao.getListImportacao": async ({ database, caller }, params) => {
    const { contaId } = caller;
    const pagina = readPagina(params);
    return await database.withContaSql(contaId, async (sql) => {
      const rows = await findImportacoes(sql, contaId, pagina);
      const total = await readTotal(pagina, rows.length, () => countImportacoes(sql, contaId));
      return { results: rows.map(writeImportacao), ...total };
    });
  },

  "Importacao.getImportacao": async ({ database, caller }, { id }) => {
    const { contaId } = caller;
    const row = await database.withContaSql(contaId, (sql) => findImportacao(sql, contaId, id));
    if (row === null) throw new Refusal("importacaoNaoEncontrada");
    return { object: writeImportacao(row) };
  },

  "Importacao.getListImportacaoErros": async ({ database, caller }, params) => {
    const { contaId } = caller;
    const { importacaoId, codigo } = params;
    const pagina = readPagina(params);
    return await database.withContaSql(contaId, async (sql) => {
      const row = await findImportacao(sql, contaId, importacaoId);
      if (row === null) throw new Refusal("importacaoNaoEncontrada");
      const motivo = codigo || null;
      const erros = await findErros(sql, contaId, { importacaoId, motivo, pagina });
      const grupos = (await findErroGrupos(sql, contaId, importacaoId)).map(writeGrupo);
      const shown = grupos.filter((grupo) => motivo === null || grupo.codigo === motivo);
      const quantos = shown.reduce((sum, { quantidade }) => sum + quantidade, 0);
      const total = await readTotal(pagina, erros.length, async () => quantos);
      return {
        results: erros.map(writeErro),
        object: { importacao: writeImportacao(row), grupos },
        ...total,
      };
    });
  },
} satisfies Handlers<"Importacao">;
