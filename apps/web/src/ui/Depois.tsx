import { cloneElement, Suspense, useState } from "react";

type Botao = React.ReactElement<{ onClick?: () => void }>;

/**
 * A button whose menu or panel comes after the page: it stands at once, and pressed before the rest is there, it opens
 * when it comes.
 */
export function Depois(props: {
  botao: Botao;
  /** The button with what it opens; `aberto` when it was already pressed. */
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
