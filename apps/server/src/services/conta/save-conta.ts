import { zonaOfUf } from "@malote/syntax";
import { Refusal } from "../../errors.ts";
import { lockCasa } from "../empresa/casa.rows.ts";
import type { SignedInContext } from "../handler.ts";
import { moveDias } from "../painel/dia.rows.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { isIdentificadorEmUso, lockConta, updateConta } from "./conta.rows.ts";
import { type Cadastro, describeMudanca, normalizeCadastro } from "./conta.rules.ts";

const IDENTIFICADOR = { campo: "conta.identificador" };

/**
 * Changes the conta of who asks. Another state may mean another clock: from then on days are read by it, everywhere at once, and what was
 * counted by day is counted anew; months of use that are over stay as they were counted.
 * @throws {Refusal} identificadorDoSandbox, identificadorEmUso
 */
export async function saveConta(ctx: SignedInContext, enviada: Cadastro): Promise<void> {
  const { contaId, usuarioId, nome } = ctx.caller;
  const depois = normalizeCadastro(enviada);
  try {
    await ctx.database.withContaSql(contaId, async (sql) => {
      // Whoever places documents by the clock as it is has finished.
      await lockCasa(sql, contaId);
      const antes = await lockConta(sql, contaId);
      if (antes === null) throw new Error(`conta ${contaId} is not there`);
      if (antes.sandbox && antes.identificador !== depois.identificador) {
        throw new Refusal("identificadorDoSandbox", IDENTIFICADOR);
      }
      const detalhe = describeMudanca(antes, depois);
      if (detalhe === null) return;
      await updateConta(sql, contaId, depois);
      const quando = ctx.clock.now();
      const ato = {
        quando,
        usuarioId,
        usuario: nome,
        acao: "alterar-conta",
        alvo: contaId,
        detalhe,
      } as const;
      await insertRegistros(sql, contaId, [ato]);
      const zona = zonaOfUf(depois.uf);
      if (zona !== zonaOfUf(antes.uf)) await moveDias(sql, contaId, { zona, agora: quando });
    });
  } catch (error) {
    if (isIdentificadorEmUso(error)) throw new Refusal("identificadorEmUso", IDENTIFICADOR);
    throw error;
  }
}
