import { Button } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { geral } from "../../textos/geral.ts";
import { webhook } from "../../textos/webhook.ts";
import { copiar } from "../../ui/copiar.ts";
import gaveta from "../../ui/Gaveta.module.css";
import { EXEMPLO } from "./exemplo.ts";
import classes from "./webhook.module.css";

const textos = webhook.segredo;
const icone = <IconCopy size={16} stroke={1.6} aria-hidden="true" />;

/** Shows a new secret in full, once, with an example of how to verify a signature. */
export function Assinatura(props: {
  segredo: string;
  onCopiado: () => void;
  onPronto: () => void;
}): React.JSX.Element {
  const { segredo, onCopiado, onPronto } = props;
  const copy = async (): Promise<void> => {
    await copiar(segredo, geral.copiado);
    onCopiado();
  };
  return (
    <div className={gaveta.form}>
      <div className={gaveta.rolo}>
        <p className={gaveta.texto}>{textos.texto}</p>
        <div>
          <p className="campo-rotulo">{textos.rotulo}</p>
          <code className={`${gaveta.chave} mono`} data-segredo>
            {segredo}
          </code>
        </div>
        <div>
          <Button data-autofocus leftSection={icone} onClick={() => void copy()}>
            {textos.copiar}
          </Button>
        </div>
        <div className={classes.bloco}>
          <p className="campo-rotulo">{textos.exemplo}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling needs keyboard focus */}
          <pre className={classes.codigo} tabIndex={0}>
            {EXEMPLO}
          </pre>
        </div>
        <div>
          <Button variant="default" leftSection={icone} onClick={() => void copiar(EXEMPLO, geral.copiado)}>
            {textos.copiarExemplo}
          </Button>
        </div>
      </div>
      <footer className={gaveta.pe}>
        <Button variant="default" onClick={onPronto}>
          {textos.pronto}
        </Button>
      </footer>
    </div>
  );
}
