import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { loadConfig } from "./config.ts";
import { StartRefusal } from "./errors.ts";

const dir = fs.mkdtempSync(path.join(os.tmpdir(), "malote-config-"));
afterAll(() => fs.rmSync(dir, { recursive: true, force: true }));

const chave = Buffer.alloc(32, 7).toString("base64");
const env = { DATABASE_URL: "postgresql://x@127.0.0.1:1/x", MALOTE_KEY: chave, DATA_DIR: dir };

const pfxOf = (nome: string): string =>
  fileURLToPath(new URL(`../../../packages/sefaz/src/certificado/fixtures/${nome}.p12`, import.meta.url));

const info = {
  consoleUrl: "http://127.0.0.1:3900",
  sefazUrl: "https://127.0.0.1:4000",
  ancoraPem: "PEM",
  pop3: { servidor: "127.0.0.1", porta: 1110, usuario: "u", senha: "s" },
  smtp: { porta: 1025 },
  empresas: [{ nome: "E", cnpj: "1", uf: "SP", pfxBase64: "AA==", pfxSenha: "s" }],
};

describe("configuration from the environment", () => {
  test("every setting that is not required has a safe default", () => {
    expect(loadConfig(env)).toMatchObject({
      host: "127.0.0.1",
      port: 3000,
      redisUrl: null,
      sandbox: null,
      allowPrivate: false,
      emailMaxBytes: 50 * 1024 * 1024,
      isProduction: false,
      publicUrl: null,
    });
  });

  test("the configuration reads the sandbox's file, and with it permits private addresses", () => {
    const file = path.join(dir, "sandbox.json");
    fs.writeFileSync(file, JSON.stringify(info));
    const config = loadConfig({ ...env, SANDBOX: "1", SANDBOX_FILE: file });
    expect(config.sandbox?.info).toEqual(info);
    expect(config.allowPrivate).toBe(true);
  });

  test("the key is read from the data folder, except in production", () => {
    const own = path.join(dir, "casa");
    fs.mkdirSync(own);
    fs.writeFileSync(path.join(own, "chave.key"), `${chave}\n`);
    const { MALOTE_KEY: _, ...rest } = { ...env, DATA_DIR: own };
    expect(loadConfig(rest).chave).toHaveLength(32);
    expect(() => loadConfig({ ...rest, NODE_ENV: "production" })).toThrow(/Falta MALOTE_KEY/);
  });

  test("the keys are read from a named or default file, and two sources are refused", () => {
    const file = path.join(dir, "malote.key");
    fs.writeFileSync(file, `${chave}\n${Buffer.alloc(32, 7).toString("base64")}\n`);
    const { MALOTE_KEY: _, ...rest } = { ...env, NODE_ENV: "production", MALOTE_KEY_ARQUIVO: file };
    const read = loadConfig(rest);
    expect(read.chave.toString("base64")).toBe(chave);
    expect(read.previousKeys).toEqual([Buffer.alloc(32, 7)]);
    expect(() => loadConfig({ ...rest, MALOTE_KEY: chave })).toThrow(/não as duas/);
    const missing = { ...rest, MALOTE_KEY_ARQUIVO: path.join(dir, "nenhum") };
    expect(() => loadConfig(missing)).toThrow(/nenhum: o arquivo não existe\.$/);
    expect(() => loadConfig({ ...rest, MALOTE_KEY_ARQUIVO: dir })).toThrow(
      /não pude ler o arquivo \(EISDIR\)/,
    );
  });

  test("the feed's port opens only with a server certificate and trusted authorities for callers", () => {
    expect(loadConfig(env).feed).toBeNull();
    expect(() => loadConfig({ ...env, FEED_PORT: "x" })).toThrow(/FEED_PORT=x não serve/);
    expect(() => loadConfig({ ...env, FEED_PORT: "3443" })).toThrow(/ICP_BRASIL_DIR/);
    const icp = { ...env, FEED_PORT: "3443", ICP_BRASIL_DIR: dir };
    expect(() => loadConfig(icp)).toThrow(/FEED_TLS_CERT e FEED_TLS_KEY/);
    expect(() => loadConfig({ ...icp, FEED_TLS_CERT: "a.pem" })).toThrow(/vêm juntos/);
    expect(() => loadConfig({ ...icp, FEED_TLS_PFX: "nao-ha.pfx" })).toThrow(/não existe/);
    const pfx = { ...icp, FEED_TLS_PFX: pfxOf("rc2-40"), FEED_TLS_PFX_SENHA: "errada" };
    expect(() => loadConfig(pfx)).toThrow(/não abre/);
  });

  test("PUBLIC_URL loses its final slash", () => {
    expect(loadConfig({ ...env, PUBLIC_URL: "https://malote.exemplo.test/" }).publicUrl).toBe(
      "https://malote.exemplo.test",
    );
  });
});

test("the CNPJs of trusted signing providers are accepted, masked or not", () => {
  expect(loadConfig(env).trustedProviders).toEqual([]);
  const PROVEDORES_CONFIAVEIS = "11.444.777/0001-61, 12ABC34501DE35,";
  expect(loadConfig({ ...env, PROVEDORES_CONFIAVEIS }).trustedProviders).toEqual([
    "11444777000161",
    "12ABC34501DE35",
  ]);
});

test("the operator's certificate is opened at the start", () => {
  const operador = { SEFAZ_PFX: pfxOf("rc2-40"), SEFAZ_PFX_SENHA: "Malote123" };
  expect(loadConfig({ ...env, ...operador }).operatorPfx).toMatchObject({ senha: "Malote123" });
});

describe("the server for outgoing e-mails", () => {
  const smtpOf = (SMTP_URL: string, SMTP_FROM = "") => loadConfig({ ...env, SMTP_URL, SMTP_FROM }).smtp;

  test("the mail server is absent by default, and with the sandbox it is the sandbox's", () => {
    expect(loadConfig(env).smtp).toBeNull();
    const file = path.join(dir, "smtp.json");
    fs.writeFileSync(file, JSON.stringify({ ...info, imap: { porta: 1143 } }));
    const config = loadConfig({ ...env, SANDBOX: "1", SANDBOX_FILE: file });
    expect(config.smtp).toMatchObject({ servidor: "127.0.0.1", porta: 1025, semTls: true, usuario: null });
  });

  test("the operator's mail server takes precedence over the sandbox's", () => {
    const file = path.join(dir, "smtp-2.json");
    fs.writeFileSync(file, JSON.stringify(info));
    const own = {
      SMTP_URL: "smtps://a%40b.test:s%3A%25@smtp.exemplo.test",
      SANDBOX: "1",
      SANDBOX_FILE: file,
    };
    expect(loadConfig({ ...env, ...own }).smtp).toEqual({
      ...{ servidor: "smtp.exemplo.test", porta: 465, tls: true, semTls: false },
      ...{ usuario: "a@b.test", senha: "s:%", de: "Malote <a@b.test>" },
    });
  });

  test("e-mails are sent without TLS only to this machine or by explicit option", () => {
    const semTls = (url: string) => smtpOf(url, "a@b.test")?.semTls;
    expect(semTls("smtp://smtp.exemplo.test")).toBe(false);
    expect(semTls("smtp://127.0.0.1:25")).toBe(true);
    expect(semTls("smtp://[::1]:25")).toBe(true);
    expect(semTls("smtp://postfix:25?tls=nao")).toBe(true);
    expect(smtpOf("smtp://smtp.exemplo.test", "a@b.test")?.porta).toBe(587);
  });

  test("the sender is read from SMTP_FROM", () => {
    expect(smtpOf("smtp://localhost", "notas@b.test")?.de).toBe("Malote <notas@b.test>");
    expect(smtpOf("smtp://localhost", "Notas Fiscais <notas@b.test>")?.de).toBe(
      "Notas Fiscais <notas@b.test>",
    );
  });
});

test("links in e-mails use the public address, else this machine's", () => {
  const urlBase = (more: Record<string, string>) => loadConfig({ ...env, ...more }).urlBase;
  expect(urlBase({ PUBLIC_URL: "https://malote.exemplo.test/" })).toBe("https://malote.exemplo.test");
  expect(urlBase({ PORT: "3017" })).toBe("http://127.0.0.1:3017");
  expect(urlBase({ HOST: "0.0.0.0" })).toBe("http://127.0.0.1:3000");
  expect(urlBase({ HOST: "::1" })).toBe("http://[::1]:3000");
});

test("the refusal of SMTP_URL never repeats it: it holds a password", () => {
  for (const SMTP_URL of [
    "http://u:segredo@x",
    "smtp://u:segredo%zz@x",
    "smtp://u:segredo@x?tls=nao",
    "smtps://u:segredo@x",
  ]) {
    expect(() => loadConfig({ ...env, SMTP_URL })).toThrow(StartRefusal);
    expect(() => loadConfig({ ...env, SMTP_URL })).not.toThrow(/segredo/);
  }
});

describe("a start with a wrong configuration", () => {
  test.each([
    [
      "with an invalid mail server address",
      { SMTP_URL: "smtp.exemplo.test:25" },
      /SMTP_URL não é um endereço/,
    ],
    [
      "with a mail password that would be sent unencrypted",
      { SMTP_URL: "smtp://u:s@x.test?tls=nao" },
      /ela trafegaria sem criptografia/,
    ],
    ["without a sender", { SMTP_URL: "smtps://u:s@x.test" }, /Falta SMTP_FROM/],
    [
      "with an invalid sender address",
      { SMTP_URL: "smtps://x.test", SMTP_FROM: "Malote" },
      /não traz um endereço de e-mail/,
    ],
    ["without a database", { DATABASE_URL: "" }, /Falta DATABASE_APP_URL/],
    ["without a key", { MALOTE_KEY: "" }, /Falta MALOTE_KEY/],
    [
      "with an invalid CNPJ of a provider",
      { PROVEDORES_CONFIAVEIS: "11444777000161,11444777" },
      /PROVEDORES_CONFIAVEIS: 11444777 não é CNPJ/,
    ],
    ["with a short key", { MALOTE_KEY: "YWJj" }, /tem 3 bytes: são precisos 32/],
    ["with an invalid port", { PORT: "65536" }, /PORT=65536 não serve/],
    ["with a text instead of a number", { EMAIL_MAX_MB: "muito" }, /EMAIL_MAX_MB=muito não serve/],
    [
      "with the sandbox in production",
      { SANDBOX: "1", NODE_ENV: "production" },
      /não abre com NODE_ENV=production/,
    ],
    ["with a sandbox that is not running", { SANDBOX: "1", SANDBOX_FILE: "/nada" }, /não está no ar/],
    [
      "with private addresses and no sandbox",
      { MAIL_ALLOW_PRIVATE: "1" },
      /só vale com o ambiente de demonstração/,
    ],
    ["with an invalid public address", { PUBLIC_URL: "ftp://x" }, /PUBLIC_URL=ftp:\/\/x/],
    [
      "with a missing operator certificate",
      { SEFAZ_PFX: "/nada.pfx" },
      /SEFAZ_PFX=\/nada\.pfx: o arquivo não existe/,
    ],
    [
      "with a wrong password of the operator certificate",
      { SEFAZ_PFX: pfxOf("rc2-40"), SEFAZ_PFX_SENHA: "outra" },
      /a senha em SEFAZ_PFX_SENHA não é a dele/,
    ],
    [
      "with an operator certificate without a private key",
      { SEFAZ_PFX: pfxOf("sem-chave"), SEFAZ_PFX_SENHA: "Malote123" },
      /não contém a chave privada/,
    ],
    [
      "with a missing folder of authorities",
      { ICP_BRASIL_DIR: "/nada" },
      /ICP_BRASIL_DIR=\/nada: a pasta não existe/,
    ],
    ["with an unknown log level", { LOG_LEVEL: "alto" }, /LOG_LEVEL=alto não existe/],
  ])("a start is refused %s", (_, more, sentence) => {
    expect(() => loadConfig({ ...env, ...more })).toThrow(StartRefusal);
    expect(() => loadConfig({ ...env, ...more })).toThrow(sentence);
  });

  test("a start is refused with a sandbox file of another shape", () => {
    const file = path.join(dir, "outro.json");
    fs.writeFileSync(file, JSON.stringify({ ...info, pop3: null }));
    expect(() => loadConfig({ ...env, SANDBOX: "1", SANDBOX_FILE: file })).toThrow(/não descreve/);
  });
});

describe("contact messages and captcha", () => {
  const smtp = { SMTP_URL: "smtps://smtp.exemplo.test", SMTP_FROM: "Malote <malote@exemplo.test>" };

  test("contact messages go to the configured address, else to the sender of e-mails, else they wait", () => {
    const contatoOf = (o: object) => loadConfig({ ...env, ...o }).contactEmail;
    expect(contatoOf({})).toBeNull();
    expect(contatoOf(smtp)).toBe("malote@exemplo.test");
    expect(contatoOf({ ...smtp, CONTATO_EMAIL: " oi@exemplo.test " })).toBe("oi@exemplo.test");
    expect(() => contatoOf({ CONTATO_EMAIL: "oi@exemplo.test\nBcc: x@y.test" })).toThrow(StartRefusal);
  });

  test("a captcha cost of zero is refused", () => {
    const costOf = (CAPTCHA_COST: string) => loadConfig({ ...env, CAPTCHA_COST }).captchaCost;
    expect([costOf(""), costOf("50")]).toEqual([5_000, 50]);
    expect(() => costOf("0")).toThrow("CAPTCHA_COST=0 não serve: use um número inteiro de 1 a 1000000.");
  });
});
