/** The parsed command line. */
export type Command =
  | { kind: "ajuda" }
  | { kind: "ler"; paths: string[]; json: boolean; trustedCas: string | null };
export type UsageError = { kind: "uso-errado"; sentence: string };

/** Parses the arguments of `npm run dfe --`. The folder of trusted CAs may come from ICP_BRASIL_DIR. */
export function parseArguments(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Command | UsageError {
  const paths: string[] = [];
  let json = false;
  let trustedCas = env.ICP_BRASIL_DIR || null;
  const remaining = [...args];
  for (let arg = remaining.shift(); arg !== undefined; arg = remaining.shift()) {
    if (arg === "--") paths.push(...remaining.splice(0));
    else if (arg === "--ajuda" || arg === "--help" || arg === "-h") return { kind: "ajuda" };
    else if (arg === "--json") json = true;
    else if (arg === "--ancoras" || arg.startsWith("--ancoras=")) {
      trustedCas = arg.slice("--ancoras=".length) || remaining.shift() || "";
      if (trustedCas === "") return usageError("Falta a pasta depois de --ancoras.");
    } else if (arg.startsWith("-") && arg !== "-") return usageError(`A opção ${arg} não existe.`);
    else paths.push(arg);
  }
  if (paths.length === 0) return usageError("Falta dizer que arquivo ou pasta ler.");
  return { kind: "ler", paths, json, trustedCas };
}

function usageError(sentence: string): UsageError {
  return { kind: "uso-errado", sentence };
}
