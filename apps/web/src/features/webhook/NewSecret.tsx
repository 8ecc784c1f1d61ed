import { Button } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { webhookTexts } from "../../texts/admin/webhook.ts";
import { general } from "../../texts/app/general.ts";
import drawerClasses from "../../ui/overlay/SideDrawer.module.css";
import { copyText } from "../../ui/state/copy-text.ts";
import { RECEIVER_EXAMPLE } from "./receiver-example.ts";
import classes from "./Webhook.module.css";

const texts = webhookTexts.segredo;
const copyIcon = <IconCopy size={16} stroke={1.6} aria-hidden="true" />;

/** Shows a new secret in full, once, with an example of how to verify a signature. */
export function NewSecret(props: {
  secret: string;
  onCopied: () => void;
  onDone: () => void;
}): React.JSX.Element {
  const { secret, onCopied, onDone } = props;
  const copySecret = async (): Promise<void> => {
    await copyText(secret, general.copiado);
    onCopied();
  };
  return (
    <div className={drawerClasses.form}>
      <div className={drawerClasses.rolo}>
        <p className={drawerClasses.texto}>{texts.texto}</p>
        <div>
          <p className="campo-rotulo">{texts.rotulo}</p>
          <code className={`${drawerClasses.chave} mono`} data-segredo>
            {secret}
          </code>
        </div>
        <div>
          <Button data-autofocus leftSection={copyIcon} onClick={() => void copySecret()}>
            {texts.copiar}
          </Button>
        </div>
        <div>
          <p className="campo-rotulo">{texts.exemplo}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling needs keyboard focus */}
          <pre className={classes.code} tabIndex={0}>
            {RECEIVER_EXAMPLE}
          </pre>
        </div>
        <div>
          <Button
            variant="default"
            leftSection={copyIcon}
            onClick={() => void copyText(RECEIVER_EXAMPLE, general.copiado)}
          >
            {texts.copiarExemplo}
          </Button>
        </div>
      </div>
      <footer className={drawerClasses.pe}>
        <Button variant="default" onClick={onDone}>
          {texts.pronto}
        </Button>
      </footer>
    </div>
  );
}
