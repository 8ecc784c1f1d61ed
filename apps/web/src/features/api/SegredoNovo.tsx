import { Button } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { api } from "../../textos/api.ts";
import { geral } from "../../textos/geral.ts";
import { Alerta } from "../../ui/Alerta.tsx";
import { copiar } from "../../ui/copiar.ts";
import gaveta from "../../ui/Gaveta.module.css";

const textos = api.segredo;

/** Shows a new token in full, once. */
export function SegredoNovo(props: {
  token: string;
  /** The server's message about the token. */
  mensagem: string;
  onCopiado: () => void;
  onPronto: () => void;
}): React.JSX.Element {
  const { token, mensagem, onCopiado, onPronto } = props;
  const copy = async (): Promise<void> => {
    await copiar(token, geral.copiado);
    onCopiado();
  };
  return (
    <div className={gaveta.form}>
      <div className={gaveta.rolo}>
        <Alerta tom="feito">{mensagem}</Alerta>
        <p className={gaveta.texto}>{textos.texto}</p>
        <div>
          <p className="campo-rotulo">{textos.rotulo}</p>
          <code className={`${gaveta.chave} mono`} data-segredo>
            {token}
          </code>
        </div>
        <Button
          // The drawer is already open, so its own focus handling has already run.
          autoFocus
          leftSection={<IconCopy size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => void copy()}
        >
          {textos.copiar}
        </Button>
      </div>
      <footer className={gaveta.pe}>
        <Button variant="default" onClick={onPronto}>
          {api.gaveta.pronto}
        </Button>
      </footer>
    </div>
  );
}
