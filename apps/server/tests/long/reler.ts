// `npm run test:long -- reler [e-mails]`: restores a database from before the last N e-mails (200);
// after `reler` it must hold all of them again.

import { DAY_MS } from "@malote/syntax";
import { holdPresence } from "../../src/db/index.ts";
import { rereadBlobs } from "../../src/jobs/blobs/reread-blobs.ts";
import { createBlobSweeper, markStore } from "../../src/jobs/blobs/sweep-blobs.ts";
import { backupDatabase, listBlobs, readAll, readHoldings, storeAndIngest } from "../backup/rollback.ts";
import { createTestContext } from "../setup/context.ts";
import { NOSSA } from "../setup/nota-copies.ts";

const RECIPIENT = "fiscal@padaria.example";
const BEFORE = 50;
const after = Number(process.argv[2] ?? 200);

const t = await createTestContext();
const { contaId } = await t.createConta();
await t.createEmpresa(contaId, { cnpj: NOSSA });
const { caixaId } = await t.createCaixa(contaId, { usuario: RECIPIENT });
const range = (from: number, many: number) => Array.from({ length: many }, (_, n) => from + n);
await storeAndIngest(t.ctx, { contaId, caixaId, para: RECIPIENT }, range(1, BEFORE));
await markStore(t.ctx);
const backup = await backupDatabase(t);
await storeAndIngest(t.ctx, { contaId, caixaId, para: RECIPIENT }, range(1 + BEFORE, after));
await markStore(t.ctx);
const before = JSON.stringify(await readHoldings(t.ctx, contaId));
const ctx = await backup.open();
t.clock.advance(90 * DAY_MS);
const presence = await holdPresence(ctx.config.databaseUrl, ctx.log);
await createBlobSweeper(ctx, presence).run(ctx.clock.now());
await presence.close();
const { quarentena, lixo } = await listBlobs(ctx);
const [first] = await rereadBlobs(ctx, { isDryRun: false });
await readAll(ctx, contaId);
const isEqual = JSON.stringify(await readHoldings(ctx, contaId)) === before;
const [again] = await rereadBlobs(ctx, { isDryRun: false });
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
process.exit(isEqual && first?.relidos === after && again?.relidos === 0 && lixo.length === 0 ? 0 : 1);
