import { IconCircleCheckFilled } from "@tabler/icons-react";
import type { Certificado, Empresa } from "../../../rpc/conta/empresas.ts";
import { certificadoTexts as texts } from "../../../texts/admin/certificado.ts";
import { CertificadoDetails } from "./CertificadoDetails.tsx";
import classes from "./CertificadoForm.module.css";
import { formatDay } from "./certificado-state.ts";

/** The certificate that an accepted upload replaced. */
export type AcceptedUpload = { previous: Certificado | null };

/** Beside the upload: the current certificate, and a confirmation after an upload. */
export function CertificadoPanel(props: {
  empresa: Empresa;
  accepted: AcceptedUpload | null;
  timeZone: string;
}): React.JSX.Element {
  const { empresa, accepted, timeZone } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={classes.lado} tabIndex={0} aria-labelledby="atual">
      <h2 id="atual" className="t-secao">
        {texts.lado}
      </h2>
      <div role="status">
        {accepted && (
          <p className={classes.recebido}>
            <IconCircleCheckFilled size={18} aria-hidden="true" />
            <span>
              <b>{texts.recebido}</b> {resultTextOf(accepted, timeZone)}
            </span>
          </p>
        )}
      </div>
      <CertificadoDetails empresa={empresa} timeZone={timeZone} />
    </section>
  );
}

function resultTextOf({ previous }: AcceptedUpload, timeZone: string): string {
  if (previous === null) return texts.primeiro;
  return texts.substituiu(previous.titular, formatDay(previous.validoAte, timeZone));
}
