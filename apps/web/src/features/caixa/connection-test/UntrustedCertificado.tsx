import { formatDateTime } from "@malote/syntax";
import { Button } from "@mantine/core";
import { IconCopy, IconShieldQuestion } from "@tabler/icons-react";
import type { CaixaProof } from "../../../rpc/documents/queries.ts";
import { caixaTexts as texts } from "../../../texts/admin/caixas.ts";
import { general } from "../../../texts/app/general.ts";
import { copyText } from "../../../ui/state/copy-text.ts";
import classes from "./ConnectionTest.module.css";

/** An untrusted server certificate: its details, and a button to trust exactly this one. */
export function UntrustedCertificado(props: {
  certificado: NonNullable<CaixaProof["certificado"]>;
  timeZone: string;
  onTrust: (impressao: string) => void;
}): React.JSX.Element {
  const { certificado, timeZone, onTrust } = props;
  const { certificado: t } = texts;
  const { titular, emissor, validoAte, impressao } = certificado;
  return (
    <section className={classes.certificado} aria-labelledby="certificado">
      <h3 id="certificado" className="t-secao">
        <IconShieldQuestion size={18} stroke={1.6} aria-hidden="true" />
        {t.titulo}
      </h3>
      <p>{t.texto}</p>
      <dl>
        <dt>{t.titular}</dt>
        <dd>{titular}</dd>
        <dt>{t.emissor}</dt>
        <dd>{emissor}</dd>
        <dt>{t.validade}</dt>
        <dd>{validoAte ? formatDateTime(validoAte, timeZone) : general.nenhumValor}</dd>
        <dt>
          {t.impressao}
          <button
            type="button"
            className="icone icone-pequeno"
            aria-label={t.copiarImpressao}
            data-dica={t.copiarImpressao}
            onClick={() => void copyText(impressao, general.copiado)}
          >
            <IconCopy size={15} stroke={1.6} aria-hidden="true" />
          </button>
        </dt>
        <dd className="mono">{impressao}</dd>
      </dl>
      <Button variant="default" onClick={() => onTrust(impressao)}>
        {t.confiar}
      </Button>
    </section>
  );
}
