import { IconCircleCheckFilled } from "@tabler/icons-react";
import type { Certificado, Empresa } from "../../../rpc/empresas.ts";
import { certificado as textos } from "../../../textos/certificados.ts";
import classes from "./CertForm.module.css";
import { CertificadoFicha } from "./CertificadoFicha.tsx";
import { formatDia } from "./situacao.ts";

/** The certificate that an accepted upload replaced. */
export type Recebido = { anterior: Certificado | null };

/** Beside the upload: the current certificate, and a confirmation after an upload. */
export function CertLado(props: {
  empresa: Empresa;
  recebido: Recebido | null;
  zona: string;
}): React.JSX.Element {
  const { empresa, recebido, zona } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={classes.lado} tabIndex={0} aria-labelledby="atual">
      <h2 id="atual" className="t-secao">
        {textos.lado}
      </h2>
      <div role="status">
        {recebido && (
          <p className={classes.recebido}>
            <IconCircleCheckFilled size={18} aria-hidden="true" />
            <span>
              <b>{textos.recebido}</b> {whatBecame(recebido, zona)}
            </span>
          </p>
        )}
      </div>
      <CertificadoFicha empresa={empresa} zona={zona} />
    </section>
  );
}

function whatBecame({ anterior }: Recebido, zona: string): string {
  if (anterior === null) return textos.primeiro;
  return textos.substituiu(anterior.titular, formatDia(anterior.validoAte, zona));
}
