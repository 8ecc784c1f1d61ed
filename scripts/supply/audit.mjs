import { spawn } from "node:child_process";
import { root } from "../setup/root.mjs";

const SEVERE = ["high", "critical"];
const ANSWER_MS = 60_000;
const NPM = process.platform === "win32" ? "npm.cmd" : "npm";

/** A known vulnerability that is accepted until a date.
 * @typedef {{ id: string, ate: string, motivo: string }} AcceptedRisk */
/** @typedef {{ id: string, pacote: string, gravidade: string, titulo: string }} Vulnerability */

/**
 * Grave vulnerabilities of production dependencies in a report of `npm audit --json`, without accepted ones.
 * @param {any} report npm's, version 2 @param {AcceptedRisk[]} acceptedRisks @param {string} today yyyy-MM-dd
 * @returns {Vulnerability[]}
 */
export function judgeAudit(report, acceptedRisks, today) {
  const accepted = acceptedRisks.filter(({ ate }) => ate >= today).map(({ id }) => id);
  const found = Object.values(report.vulnerabilities ?? {}).flatMap(({ via }) => via);
  const severe = found.filter((each) => typeof each === "object" && SEVERE.includes(each.severity));
  const vulnerable = severe.map(({ url, name, severity, title }) => ({
    id: String(url).slice(String(url).lastIndexOf("/") + 1),
    pacote: name,
    gravidade: severity,
    titulo: title,
  }));
  const unique = new Map(vulnerable.map((each) => [`${each.id} ${each.pacote}`, each]));
  return [...unique.values()].filter(({ id }) => !accepted.includes(id));
}

/**
 * Asks the registry about the production dependencies in the lockfile.
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [place]
 * @returns {Promise<{ report: any } | { unavailable: string }>} unavailable: why there is no report
 */
export async function askRegistry({ cwd = root, env = process.env } = {}) {
  const args = [
    "audit",
    "--omit=dev",
    "--json",
    "--package-lock-only",
    "--fetch-retries=0",
    "--fetch-timeout=15000",
  ];
  const child = spawn(NPM, args, { cwd, env, stdio: ["ignore", "pipe", "ignore"], timeout: ANSWER_MS });
  let text = "";
  child.stdout.on("data", (chunk) => (text += chunk));
  await new Promise((resolve) => child.once("close", resolve).once("error", resolve));
  try {
    const report = JSON.parse(text);
    if (report.auditReportVersion === 2) return { report };
    return { unavailable: report.message ?? report.error?.summary ?? "resposta desconhecida" };
  } catch {
    return { unavailable: "sem resposta" };
  }
}
