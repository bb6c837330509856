import type { BodyMapName } from '#shared/lib/body-maps.ts'

/**
 * The lines of a drawing: `main` is drawn in full strength, `fine` lighter. Lines of `half` are drawn a second time as
 * their mirror image on the other side.
 */
type Outline = {
  half: { main: readonly string[]; fine: readonly string[] }
  whole: { main: readonly string[]; fine: readonly string[] }
}

const FACE: Outline = {
  half: {
    main: [
      // The edge of the face from the crown around the cheek to the chin.
      'M500 92C338 92 252 205 250 372C250 436 258 500 270 560C284 640 322 726 384 794C424 838 462 860 500 860',
      // The line of the ear.
      'M253 440C222 418 206 452 216 506C224 548 244 580 268 566',
      // The line of neck and shoulder.
      'M372 782C376 850 372 892 352 916C318 950 262 966 208 985',
    ],
    fine: [
      // The hairline.
      'M262 330C300 232 396 186 500 186',
      // The line of the brow.
      'M312 408C344 376 398 374 446 394',
      // The lines of the eye: lids and iris.
      'M326 458C352 428 412 428 442 462C410 482 358 482 326 458Z',
      'M402 456A17 17 0 1 1 368 456A17 17 0 1 1 402 456Z',
      // The line along the side of the nose.
      'M474 470C470 530 452 580 440 612C432 640 452 656 476 644C484 652 492 655 500 655',
      // The line from the nose to the mouth.
      'M428 650C412 668 402 688 396 706',
      // The lines of the lips.
      'M404 742C440 722 474 712 500 724',
      'M404 742C440 752 470 750 500 751',
      'M404 742C436 782 468 794 500 794',
      // The line of the collar bone.
      'M470 985C450 966 420 958 392 962',
    ],
  },
  whole: { main: [], fine: ['M478 822C492 828 508 828 522 822'] },
}

const SIDE: Outline = {
  half: { main: [], fine: [] },
  whole: {
    main: [
      // The profile from the crown over forehead, nose, lips and chin to the neck.
      'M566 92C430 82 322 152 296 262C284 314 292 348 286 388C282 412 290 424 288 444C276 496 244 546 214 588C204 604 214 620 240 624C256 628 258 638 250 652C240 664 232 674 236 686C240 696 252 700 260 706C246 714 240 724 246 738C252 750 264 760 260 780C250 812 258 850 298 866C344 880 412 862 466 834C474 884 466 944 446 985',
      // The line of the back of head and neck.
      'M566 92C722 92 824 214 818 380C814 476 786 552 750 616C738 700 748 850 784 985',
      // The line of the ear.
      'M602 472C614 420 684 424 684 492C682 542 652 572 642 610C628 642 598 632 602 592C604 552 590 512 602 472Z',
    ],
    fine: [
      'M620 486C634 456 662 470 658 502C654 532 634 548 628 578',
      // The line of the jaw.
      'M466 834C540 796 578 722 594 650',
      // The hairline.
      'M352 152C392 196 440 214 480 262C510 300 520 352 552 402C566 426 580 440 590 462',
      // The lines of brow and eye.
      'M312 404C340 374 386 376 420 396',
      'M322 464C344 438 380 438 408 462C382 476 346 480 322 464Z',
      'M362 458A16 18 0 1 1 334 458A16 18 0 1 1 362 458Z',
      // The lines of the nostril, and from it to the mouth.
      'M262 606C274 586 298 592 296 618',
      'M306 622C324 646 334 664 338 686',
      // The lines of the lips.
      'M236 686C262 688 290 700 318 712',
      'M260 706C282 708 302 710 318 712C300 732 276 742 248 742',
    ],
  },
}

/**
 * The outline of half a body, from the neck over arm and leg to the middle, with a little space between arm and body.
 */
const BODY_HALF = [
  'M471 150C472 178 468 192 446 200C410 214 366 218 352 258C338 304 334 350 320 398C304 450 286 506 272 552C258 578 248 606 256 632C266 648 286 634 294 602C304 566 322 520 338 472C352 424 364 380 374 330',
  'M374 330C384 384 390 424 386 462C374 516 368 566 372 624C378 692 392 738 392 792C390 848 400 896 406 930C398 950 382 964 378 976C398 988 434 986 444 974C444 930 452 878 458 820C464 758 474 700 484 640C490 612 494 596 500 582',
]
const HEAD = 'M500 34C460 34 442 64 444 98C446 132 470 158 500 158C530 158 554 132 556 98C558 64 540 34 500 34Z'

const BODY_FRONT: Outline = {
  half: {
    main: BODY_HALF,
    fine: [
      'M490 222C462 212 424 218 388 236',
      'M398 312C410 350 456 356 492 336',
      'M394 486C420 530 458 560 492 574',
      'M412 736C420 748 440 748 450 736',
      'M444 72C452 50 476 46 500 46',
    ],
  },
  whole: { main: [HEAD], fine: ['M494 452A6 9 0 1 0 506 452A6 9 0 1 0 494 452Z', 'M500 232L500 330'] },
}

const BODY_BACK: Outline = {
  half: {
    main: BODY_HALF,
    fine: [
      'M404 262C418 300 436 332 468 338',
      'M388 510C384 562 420 596 486 582',
      'M410 740C422 732 442 732 452 740',
      'M446 116C464 134 482 138 500 138',
    ],
  },
  whole: { main: [HEAD], fine: ['M500 216L500 470', 'M500 500L500 582'] },
}

export const outlines: Readonly<Record<BodyMapName, Outline & { isMirrored?: boolean }>> = {
  face_front: FACE,
  face_left: SIDE,
  face_right: { ...SIDE, isMirrored: true },
  body_front: BODY_FRONT,
  body_back: BODY_BACK,
}
