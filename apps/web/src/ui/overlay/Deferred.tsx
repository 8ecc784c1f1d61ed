import { cloneElement, Suspense, useState } from "react";

type TriggerElement = React.ReactElement<{ onClick?: () => void }>;

/**
 * A button whose menu or panel loads after the page. The button shows at once; a click before the
 * panel has loaded opens it on arrival.
 */
export function Deferred(props: {
  trigger: TriggerElement;
  /** The button with its panel; `opened` when the button was already clicked. */
  children: (trigger: TriggerElement, opened: boolean) => React.ReactNode;
}): React.JSX.Element {
  const { trigger, children } = props;
  const [pressed, setPressed] = useState(false);
  return (
    <Suspense fallback={cloneElement(trigger, { onClick: () => setPressed(true) })}>
      {children(trigger, pressed)}
    </Suspense>
  );
}
