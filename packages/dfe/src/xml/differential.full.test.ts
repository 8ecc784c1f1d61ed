import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { compareWithLibxml2 } from "./tests/against-libxml2.ts";
import { INVENTED } from "./tests/invented-xml.ts";
import { mutateXml, randomOf } from "./tests/mutate-xml.ts";

const CORPUS = path.resolve(import.meta.dirname, "../../../../../shared/corpus");

/** `npm run test:long -- reader` runs more of them. */
const MUTATIONS = 2000;
const SEED = 20_261_120;

describe("our scanner compared with libxml2", () => {
  test.each(INVENTED)(
    "our scanner reads an invented document like libxml2 and writes the same canonical form",
    (xml) => {
      expect(compareWithLibxml2(Buffer.from(xml))).toMatchObject({ kind: "equal" });
    },
  );

  test(`on ${MUTATIONS} mutations our scanner never accepts more than libxml2, and refuses more only for listed reasons`, () => {
    const random = randomOf(SEED);
    const seen = { equal: 0, refused: 0, explained: 0, divergent: 0 };
    const wrong: string[] = [];
    for (let count = 0; count < MUTATIONS; count += 1) {
      const bytes = mutateXml(INVENTED[count % INVENTED.length] ?? "", random);
      const { kind, reason: motivo } = compareWithLibxml2(bytes);
      seen[kind] += 1;
      if (kind === "divergent") wrong.push(`${motivo} | ${bytes.toString("latin1")}`);
    }
    expect(wrong).toEqual([]);
    expect(seen.equal).toBeGreaterThan(MUTATIONS / 5);
    expect(seen.refused).toBeGreaterThan(MUTATIONS / 5);
  });

  test.skipIf(!existsSync(CORPUS)).each(["dfe", "odd"])(
    "our scanner agrees with libxml2 on every XML of ../shared/corpus/%s",
    (name) => {
      const folder = path.join(CORPUS, name);
      const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
        file.endsWith(".xml"),
      );
      const wrong = files
        .map((file) => ({ file, ...compareWithLibxml2(readFileSync(path.join(folder, file))) }))
        .filter(({ kind }) => kind === "divergent");
      expect(wrong).toEqual([]);
      expect(files.length).toBeGreaterThan(10);
    },
  );
});
