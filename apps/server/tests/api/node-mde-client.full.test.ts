import { once } from "node:events";
import net from "node:net";
import { DistribuicaoDFe } from "node-mde";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Listening } from "../../src/http/listen.ts";
import { openFeed } from "../setup/feed-client.ts";
import { createTestPipeline, type TestPipeline } from "../setup/test-pipeline.ts";
import { openWire, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";

// node-mde (npm), an open-source client of SEFAZ's distribution, reads the feed unmodified. SEFAZ's
// host name resolves to this machine, and the client trusts the sandbox's authority.

type DemoEmpresa = { cnpj: string; pfxBase64: string; pfxSenha: string; uf: string };

let pipeline: TestPipeline;
let wire: Wire;
let feed: Listening;
let ana: SignedInUser;
let demo: DemoEmpresa;

beforeAll(async () => {
  pipeline = await createTestPipeline();
  wire = await openWire(pipeline);
  feed = await openFeed(pipeline);
  ana = await signInNewUser(wire, {
    conta: { contaId: pipeline.contaId, identificador: "demo" },
    nomeUsuario: "feed",
  });
  const [first] = pipeline.sandbox.info.empresas;
  if (!first) throw new Error("no demo company");
  demo = first;
  await setFeed(true);
  for (const scenario of ["zip-com-tres-notas", "evento-antes-da-nota", "cte-e-mdfe", "nota-adulterada"]) {
    await pipeline.sandbox.playScenario(scenario);
  }
  expect(await pipeline.collect()).toEqual([]);
});
afterAll(async () => {
  await feed.stop();
  await wire.server.stop();
  await pipeline.dispose();
});

async function setFeed(feedSefaz: boolean): Promise<void> {
  const { results } = await ana.call("Empresa.getListEmpresa", {});
  const empresa = (results as { id: string; cnpj: string; nome: string }[]).find(
    ({ cnpj }) => cnpj === demo.cnpj,
  );
  if (!empresa) throw new Error("no company");
  const answer = await ana.call("Empresa.saveEmpresa", {
    empresa: {
      id: empresa.id,
      nome: empresa.nome,
      cnpj: empresa.cnpj,
      uf: demo.uf,
      ativarAuditor: false,
      ativarManifestacao: true,
      feedSefaz,
    },
  });
  expect(answer.sucesso).toBe(true);
}

const client = (): DistribuicaoDFe =>
  new DistribuicaoDFe({
    pfx: Buffer.from(demo.pfxBase64, "base64"),
    passphrase: demo.pfxSenha,
    cnpj: demo.cnpj,
    cUFAutor: "35",
    tpAmb: "1",
    options: {
      requestOptions: {},
      httpsOptions: {
        port: feed.port,
        lookup: resolveToHere,
        ca: pipeline.sandbox.info.ancoraPem,
        servername: "localhost",
        rejectUnauthorized: true,
      },
    },
  } as unknown as ConstructorParameters<typeof DistribuicaoDFe>[0]);

type Done = (
  error: Error | null,
  address: string | { address: string; family: number }[],
  family?: number,
) => void;

/** Resolves every host name to this machine, as a line of /etc/hosts does. */
function resolveToHere(_host: string, { all }: { all?: boolean }, done: Done): void {
  if (all) done(null, [{ address: "127.0.0.1", family: 4 }]);
  else done(null, "127.0.0.1", 4);
}

type Doc = { xml: string; nsu: string; schema: string };
type Answer = {
  data: { cStat: string; xMotivo: string; ultNSU: string; maxNSU: string; docZip: Doc[] };
  error?: string;
};

const dataOf = async (answer: Promise<unknown>): Promise<Answer["data"]> => {
  const { data, error } = (await answer) as Answer;
  expect(error).toBeUndefined();
  return data;
};

async function drain(): Promise<Doc[]> {
  const docs: Doc[] = [];
  for (let ultNSU = "000000000000000"; ; ) {
    const data = await dataOf(client().consultaUltNSU(ultNSU));
    docs.push(...data.docZip);
    if (data.cStat === "137" || data.ultNSU === data.maxNSU) return docs;
    ultNSU = data.ultNSU;
  }
}

describe("node-mde, an open-source client of the Ambiente Nacional", () => {
  test("the client reads the feed from 0 to its end: notas, transports and eventos as received, without those in quarentena", async () => {
    const docs = await drain();
    const notas = await pipeline.notas();
    expect(await pipeline.asOwner("SELECT FROM nota WHERE terceiros")).toEqual([]);
    const schemas = new Set(docs.map(({ schema }) => schema));
    expect(schemas).toEqual(
      new Set([
        ...["procNFe_v4.00.xsd", "procEventoNFe_v1.00.xsd", "procCTe_v4.00.xsd", "procMDFe_v3.00.xsd"],
      ]),
    );
    for (const { chave, quarentena } of notas) {
      const isOf = docs.some(({ xml }) => new RegExp(`Id="(?:NFe|CTe|MDFe)${chave}"`).test(xml));
      expect([chave, isOf]).toEqual([chave, !quarentena]);
    }
    const [tampered] = notas.filter(({ quarentena }) => quarentena);
    expect(tampered).toBeDefined();
    expect(docs.some(({ xml }) => xml.includes(tampered?.chave ?? "-"))).toBe(false);
    const nsus = docs.map(({ nsu }) => nsu);
    expect(nsus).toEqual(nsus.toSorted());
    expect(new Set(nsus).size).toBe(nsus.length);
  });

  test("the client receives 137 at the end, and 589 for an NSU beyond the end", async () => {
    const { maxNSU } = await dataOf(client().consultaUltNSU("0"));
    expect(await dataOf(client().consultaUltNSU(maxNSU))).toMatchObject({
      cStat: "137",
      ultNSU: maxNSU,
      maxNSU,
    });
    expect(await dataOf(client().consultaUltNSU(String(Number(maxNSU) + 1)))).toMatchObject({ cStat: "589" });
  });

  test("the client receives the same document by its NSU and by its chave", async () => {
    const docs = await drain();
    for (const doc of docs) {
      const one = await dataOf(client().consultaNSU(doc.nsu));
      expect(one.docZip).toMatchObject([{ nsu: doc.nsu, schema: doc.schema, xml: doc.xml }]);
    }
    const nota = docs.find(({ schema }) => schema === "procNFe_v4.00.xsd");
    const chave = /Id="NFe([0-9A-Z]{44})"/.exec(nota?.xml ?? "")?.[1] ?? "";
    const byChave = await dataOf(client().consultaChNFe(chave));
    expect(byChave).toMatchObject({ cStat: "138", docZip: [{ nsu: nota?.nsu, xml: nota?.xml }] });
  });

  test("the client reads an evento that arrived before its nota after the nota", async () => {
    const docs = await drain();
    const evento = docs.findIndex(({ schema }) => schema.startsWith("procEvento"));
    const chave = /<chNFe>([0-9A-Z]{44})<\/chNFe>/.exec(docs[evento]?.xml ?? "")?.[1] ?? "-";
    const nota = docs.findIndex(
      ({ xml, schema }) => schema.startsWith("procNFe") && xml.includes(`NFe${chave}"`),
    );
    expect(nota).toBeGreaterThanOrEqual(0);
    expect(evento).toBeGreaterThan(nota);
  });

  test("the client receives 108 (service paused) when the database cancels a slow statement", async () => {
    // Locks the table until a statement waits for it, and cancels that statement as a timeout
    // would.
    const end = pipeline.asOwner(`DO $$ DECLARE quem integer; BEGIN
      LOCK TABLE feed IN ACCESS EXCLUSIVE MODE;
      FOR n IN 1..500 LOOP
        PERFORM pg_stat_clear_snapshot();
        SELECT pid INTO quem FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' LIMIT 1;
        IF quem IS NOT NULL THEN PERFORM pg_cancel_backend(quem); EXIT; END IF;
        PERFORM pg_sleep(0.02);
      END LOOP; END $$`);
    const held =
      "SELECT FROM pg_locks WHERE relation = 'feed'::regclass AND mode = 'AccessExclusiveLock' AND granted";
    await expect.poll(async () => (await pipeline.asOwner(held)).length, { interval: 20 }).toBe(1);
    const [{ cStat }] = await Promise.all([dataOf(client().consultaUltNSU("0")), end]);
    expect(cStat).toBe("108");
    expect((await dataOf(client().consultaUltNSU("0"))).cStat).toBe("138");
  });

  test("the client reads nothing while the administrator disables the feed, and everything after enabling it again", async () => {
    const before = await drain();
    await setFeed(false);
    expect(await dataOf(client().consultaUltNSU("0"))).toMatchObject({ cStat: "999", docZip: [] });
    await setFeed(true);
    expect(await drain()).toEqual(before);
  });
});

test("one address can use at most half of the feed's connections, and releases them by closing", async () => {
  const connect = async (): Promise<net.Socket> => {
    const socket = net.connect(feed.port, "127.0.0.1");
    await once(socket, "connect");
    return socket;
  };
  const allowed = await Promise.all(Array.from({ length: 128 }, connect));
  const excess = await connect();
  await once(excess, "close");
  for (const socket of allowed) socket.destroy();
  await Promise.all(allowed.map(async (socket) => socket.closed || (await once(socket, "close"))));
  await expect.poll(async () => (await dataOf(client().consultaUltNSU("0"))).cStat).toBe("138");
});
