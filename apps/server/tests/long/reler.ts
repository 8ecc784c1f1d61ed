// `npm run test:long -- reler [e-mails]`: restores a database from before the last N e-mails (200);
// after `reler` it must hold all of them again.

import { holdPresence } from "../../src/db/index.ts";
import { rereadBlobs } from "../../src/jobs/reread-blobs.ts";
import { createBlobSweeper, markStore } from "../../src/jobs/sweep-blobs.ts";
import { createTestContext } from "../context.ts";
import { NOSSA } from "../copias.ts";
import { backupDatabase, capture, holdings, listBlobs, readAll } from "../rollback.ts";

const PARA = "fiscal@padaria.example";
const ANTES = 50;
const depois = Number(process.argv[2] ?? 200);

const t = await createTestContext();
const { contaId } = await t.createConta();
await t.createEmpresa(contaId, { cnpj: NOSSA });
const { caixaId } = await t.createCaixa(contaId, { usuario: PARA });
const range = (from: number, many: number) => Array.from({ length: many }, (_, n) => from + n);
await capture(t.ctx, { contaId, caixaId, para: PARA }, range(1, ANTES));
await markStore(t.ctx);
const backup = await backupDatabase(t);
await capture(t.ctx, { contaId, caixaId, para: PARA }, range(1 + ANTES, depois));
await markStore(t.ctx);
const before = JSON.stringify(await holdings(t.ctx, contaId));
const ctx = await backup.open();
t.clock.advance(90 * 86_400_000);
const presence = await holdPresence(ctx.config.databaseUrl, ctx.log);
await createBlobSweeper(ctx, presence).sweep(ctx.clock.now());
await presence.close();
const { quarentena, lixo } = await listBlobs(ctx);
const [first] = await rereadBlobs(ctx, { simular: false });
await readAll(ctx, contaId);
const isEqual = JSON.stringify(await holdings(ctx, contaId)) === before;
const [again] = await rereadBlobs(ctx, { simular: false });
console.log({
  quarentena: quarentena.length,
  lixo: lixo.length,
  relidos: first?.relidos,
  isEqual,
  denovo: again?.relidos,
});
await ctx.database.close();
await backup.drop();
await t.dispose();
process.exit(isEqual && first?.relidos === depois && again?.relidos === 0 && lixo.length === 0 ? 0 : 1);
