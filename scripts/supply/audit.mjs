import { spawn } from "node:child_process";
import { root } from "../setup/root.mjs";

const ANSWER_MS = 60_000;
const NPM = process.platform === "win32" ? "npm.cmd" : "npm";

/** A known vulnerability that is accepted until a date.
 * @typedef {{ id: string, ate: string, motivo: string }} AcceptedRisk */
/** @typedef {{ id: string, pacote: string, gravidade: string, titulo: string }} Vulnerability */

/** The parts that we read of `npm audit --json`, version 2. via: an advisory, or the name of another package.
 * @typedef {{ vulnerabilities?: Record<string, { via: (Advisory | string)[] }> }} AuditReport */
/** @typedef {{ url: string, name: string, severity: string, title: string }} Advisory */

/**
 * Grave vulnerabilities of production dependencies in a report of `npm audit --json`, without accepted ones.
 * @param {AuditReport} report @param {AcceptedRisk[]} acceptedRisks @param {string} today yyyy-MM-dd
 * @returns {Vulnerability[]}
 */
export function judgeAudit(report, acceptedRisks, today) {
  const accepted = acceptedRisks.filter(({ ate }) => ate >= today).map(({ id }) => id);
  const found = Object.values(report.vulnerabilities ?? {}).flatMap(({ via }) => via);
  const severe = found.filter((each) => typeof each === "object").filter(isSevere);
  const vulnerable = severe.map(({ url, name, severity, title }) => ({
    id: String(url).slice(String(url).lastIndexOf("/") + 1),
    pacote: name,
    gravidade: severity,
    titulo: title,
  }));
  const unique = new Map(vulnerable.map((each) => [`${each.id} ${each.pacote}`, each]));
  return [...unique.values()].filter(({ id }) => !accepted.includes(id));
}

/** @param {Advisory} advisory */
const isSevere = ({ severity }) => severity === "high" || severity === "critical";

/**
 * Asks the registry about the production dependencies in the lockfile.
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [place]
 * @returns {Promise<{ report: AuditReport } | { unavailable: string }>} unavailable: why there is no report
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
