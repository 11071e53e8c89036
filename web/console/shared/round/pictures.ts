/** Loads and decodes pictures, so that they are there when their card opens. */
export const loadPictures = (addresses: readonly (string | null)[]) =>
  Promise.all(
    addresses.map((address) => {
      if (!address) return undefined;
      const picture = new Image();
      picture.src = address;
      return picture.decode();
    }),
  );
