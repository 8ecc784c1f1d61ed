// docs/operar/systemd: the units follow our rules, match docker-compose.yml, and are valid for systemd.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bytesOf, readCompose, serviceOf } from "../deploy/compose-file.mjs";
import { lintUnit, parseUnit } from "../deploy/unit-rules.mjs";
import { at } from "../setup/root.mjs";

const FOLDER = at("docs", "operar", "systemd");
const read = (/** @type {string[]} */ ...parts) => fs.readFileSync(path.join(FOLDER, ...parts), "utf8");
const shared = read("malote-.service.d", "10-comum.conf");
const NAMES = ["setup", "http", "worker", "backup"];
const unitOf = (/** @type {string} */ name) => parseUnit(shared, read(`malote-${name}.service`));
const compose = readCompose("docker-compose.yml");

describe("the systemd units", () => {
  test("the units cover each of our services in docker-compose.yml", () => {
    const files = fs.readdirSync(FOLDER).filter((file) => file.endsWith(".service"));
    expect(files.sort()).toEqual(NAMES.map((name) => `malote-${name}.service`).sort());
  });

  describe.each(NAMES)("the unit malote-%s", (name) => {
    const unit = unitOf(name);
    const last = (/** @type {string} */ key) => unit.get(`Service.${key}`)?.at(-1) ?? "";

    test("the unit follows the rules", () => expect(lintUnit(unit)).toEqual([]));

    test("the unit starts the same program as compose, under the same limits", () => {
      const { command, mem_limit, stop_grace_period: grace } = serviceOf(compose, name);
      const [program, ...args] = command;
      expect(last("ExecStart")).toBe(["/usr/bin/node", ...args].join(" "));
      expect(program).toBe("node");
      expect(bytesOf(last("MemoryMax"))).toBe(bytesOf(mem_limit));
      if (grace) expect(`${last("TimeoutStopSec")}s`).toBe(grace);
    });

    test("the unit has the database owner's address only where compose gives it to the service", () => {
      const knows = unit.get("Service.EnvironmentFile")?.includes("/etc/malote/dono.env");
      expect(knows).toBe("DATABASE_URL" in serviceOf(compose, name).environment);
    });
  });

  test.each([
    [/StartLimitIntervalSec/, "StartLimitIntervalSec=0", ""],
    [/Service.User/, "User=malote", "User=root"],
    [/NoNewPrivileges/, "NoNewPrivileges=yes", ""],
    [/ProtectSystem/, "ProtectSystem=strict", "ProtectSystem=full"],
    [/Restart=on-failure/, "Restart=always", "Restart=on-failure"],
    [/RestartSec/, "RestartSec=5", ""],
    [/MemoryMax/, /^MemoryMax=.*$/m, ""],
    [/TimeoutStopSec/, /^TimeoutStopSec=.*$/m, ""],
    [/credential/, /^LoadCredential=.*$/m, ""],
    [/malote.env/, /^EnvironmentFile=.*$/m, ""],
    [/a secret in/, "Environment=HOST=127.0.0.1", "Environment=SMTP_URL=smtp://x HOST=127.0.0.1"],
    [/Requires=/, "[Service]", "Requires=malote-setup.service\n[Service]"],
  ])("the rules report a faulty unit by the text %s", (fault, line, broken) => {
    // The drop-in precedes the unit's own sections: each of its lines belongs to the section above it.
    const faults = lintUnit(
      parseUnit(shared.replace(line, broken), read("malote-http.service").replace(line, broken)),
    );
    expect(faults).toEqual([expect.stringMatching(fault)]);
  });

  const has = spawnSync("systemd-analyze", ["--version"]).status === 0;
  describe.skipIf(!has)("the systemd units judged by systemd-analyze", () => {
    /** Highest exposure level, out of 10, that systemd-analyze still calls OK. */
    const EXPOSED_MAX = 2;
    let folder = "";
    beforeAll(() => {
      folder = fs.mkdtempSync(path.join(os.tmpdir(), "malote-unidades-"));
      fs.cpSync(FOLDER, folder, { recursive: true });
      // Node may be at another path on this machine.
      for (const file of fs.readdirSync(folder).filter((each) => each.endsWith(".service"))) {
        const text = fs.readFileSync(path.join(folder, file), "utf8");
        fs.writeFileSync(path.join(folder, file), text.replace("/usr/bin/node", process.execPath));
      }
    });
    afterAll(() => fs.rmSync(folder, { recursive: true }));

    /** @param {string[]} args */
    function analyze(...args) {
      const { stdout, stderr, status } = spawnSync("systemd-analyze", args, {
        cwd: folder,
        encoding: "utf8",
      });
      return { said: `${stdout}${stderr}`, status };
    }

    test("the units are valid", () => {
      const { said, status } = analyze(
        "verify",
        "--man=no",
        ...NAMES.map((name) => `./malote-${name}.service`),
      );
      expect(said.split("\n").filter((line) => line.includes("malote"))).toEqual([]);
      expect(status).toBe(0);
    });

    test.each(NAMES)("the unit malote-%s has a low exposure level", (name) => {
      const { said } = analyze("security", "--offline=true", "--no-pager", `./malote-${name}.service`);
      const [, exposed] = /exposure level for .*: ([\d.]+)/.exec(said) ?? [];
      expect(Number(exposed)).toBeLessThanOrEqual(EXPOSED_MAX);
    });

    test("systemd-analyze reports an unknown key", () => {
      const text = fs.readFileSync(path.join(folder, "malote-http.service"), "utf8");
      fs.writeFileSync(path.join(folder, "malote-errada.service"), text.replace("MemoryMax", "MemoriaMax"));
      const { said } = analyze("verify", "--man=no", "./malote-errada.service");
      expect(said).toMatch(/MemoriaMax/);
    });
  });
});
