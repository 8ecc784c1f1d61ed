import { formatDataHora } from "@malote/syntax";
import { Button } from "@mantine/core";
import { IconCopy, IconShieldQuestion } from "@tabler/icons-react";
import type { ProvaCaixa } from "../../rpc/queries.ts";
import { caixa as textos } from "../../textos/caixas.ts";
import { geral } from "../../textos/geral.ts";
import { copiar } from "../../ui/copiar.ts";
import classes from "./Diagnostico.module.css";

/** An untrusted server certificate: its details, and a button to trust exactly this one. */
export function Certificado(props: {
  certificado: NonNullable<ProvaCaixa["certificado"]>;
  zona: string;
  onConfiar: (impressao: string) => void;
}): React.JSX.Element {
  const { certificado, zona, onConfiar } = props;
  const { certificado: t } = textos;
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
        <dd>{validoAte ? formatDataHora(validoAte, zona) : geral.nenhumValor}</dd>
        <dt>
          {t.impressao}
          <button
            type="button"
            className="icone icone-pequeno"
            aria-label={t.copiarImpressao}
            data-dica={t.copiarImpressao}
            onClick={() => void copiar(impressao, geral.copiado)}
          >
            <IconCopy size={15} stroke={1.6} aria-hidden="true" />
          </button>
        </dt>
        <dd className="mono">{impressao}</dd>
      </dl>
      <Button variant="default" onClick={() => onConfiar(impressao)}>
        {t.confiar}
      </Button>
    </section>
  );
}
