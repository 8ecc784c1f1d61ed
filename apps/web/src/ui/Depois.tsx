import { cloneElement, Suspense, useState } from "react";

type Botao = React.ReactElement<{ onClick?: () => void }>;

/**
 * A button whose menu or panel loads after the page. The button shows at once; a click before the panel
 * has loaded
 * opens it on arrival.
 */
export function Depois(props: {
  botao: Botao;
  /** The button with its panel; `aberto` when the button was already clicked. */
  children: (botao: Botao, aberto: boolean) => React.ReactNode;
}): React.JSX.Element {
  const { botao, children } = props;
  const [pressed, setPressed] = useState(false);
  return (
    <Suspense fallback={cloneElement(botao, { onClick: () => setPressed(true) })}>
      {children(botao, pressed)}
    </Suspense>
  );
}
