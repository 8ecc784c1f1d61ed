// `npm run test:long -- backup [documentos] [por segundo] [semente] [KB por e-mail]`: makes two backups
// while documents arrive, verifies all objects, finds one flipped bit, and restores on an empty host.
import { proveBackup } from "../backup-prova.ts";

const [documentos = 20_000, porSegundo = 50, semente = Date.now() % 1_000_000, kb = 6] = process.argv
  .slice(2)
  .map(Number);
console.log(
  `backup: ${documentos} documentos em e-mails de ${kb} KB, ${porSegundo} por segundo enquanto isso, semente ${semente}`,
);
const say = (line: string): void => console.log(line);
const errado = await proveBackup({ documentos, porSegundo, kb, semente, say });
for (const what of errado.slice(0, 20)) console.log(`errado: ${what}`);
process.exitCode = errado.length === 0 ? 0 : 1;
