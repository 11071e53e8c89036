/** Texts about codes by SMS. */
export const words = {
  label: 'Код из SMS',
  states: {
    sending: (phone: string) => `Отправляем на ${phone}`,
    sent: (phone: string) => `Отправили на ${phone}`,
    failed: (phone: string) => `Номер ${phone}`,
  },
  failed: 'SMS не отправлена. Проверьте номер и отправьте код ещё раз.',
  again: 'Отправить код ещё раз',
  hint: (code: string) => `Демонстрация: код ${code}`,
} as const;
